import { graphql } from './graph';

/** The fields of a node in a list. */
export const NODE_CARD = graphql(`
  fragment NodeCard on Node {
    id
    name
    description
    tags
    downloads
    repoHostStars
    supportedOs
    supportedAccelerators
    updatedAt
    publisher {
      id
      name
    }
    latestVersion {
      id
      version
      createdAt
    }
  }
`);

/** One page of the catalogue. */
export const CATALOGUE = graphql(`
  query Catalogue($search: String, $filter: NodeFilter, $orderBy: [NodeOrder!], $page: Int!, $limit: Int!) {
    searchNodes(search: $search, filter: $filter, orderBy: $orderBy, page: $page, limit: $limit) {
      total
      page
      limit
      totalPages
      nodes {
        ...NodeCard
      }
    }
  }
`);

/** One node with all data of its page. */
export const NODE = graphql(`
  query NodePage($id: ID!) {
    node(id: $id) {
      ...NodeCard
      author
      license
      repository
      rating
      status
      supportedCoreuiVersion
      supportedCoreuiFrontendVersion
      preemptedCoreNodeNames
      createdAt
      downloadStatistics {
        day
        version
        downloads
      }
      versions(first: 20) {
        totalCount
        nodes {
          id
          version
          changelog
          createdAt
          deprecated
          dependencies
          downloadUrl
          archiveSize
          archiveSha256
          coreNodeExtractStatus
          findingCounts {
            hold
            warn
            note
          }
        }
      }
      coreNodes(first: 100) {
        totalCount
        nodes {
          id
          coreNodeName
          displayName
          category
          description
          deprecated
          experimental
          inputTypes
          returnTypes
          returnNames
          outputIsList
        }
      }
      translations {
        language
        fields
        source
      }
    }
  }
`);

/** One publisher with a slice of its nodes. */
export const PUBLISHER = graphql(`
  query PublisherPage($id: ID!, $after: String) {
    publisher(id: $id) {
      id
      name
      description
      website
      support
      sourceCodeRepo
      createdAt
      status
      members {
        id
        role
        user {
          id
          name
        }
      }
      nodes(first: 50, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...NodeCard
        }
      }
    }
  }
`);

/** Changes of the catalogue, once they are committed. */
export const CHANGES = graphql(`
  subscription Changes($since: String) {
    changes(since: $since) {
      next
      changes {
        subjectKind
        subjectId
        status
      }
    }
  }
`);

/** The plan for a workflow, with the nodes that the user has chosen. */
export const PLAN = graphql(`
  query WorkflowPlan($workflow: Workflow!, $nodes: [NodeRequestInput!]) {
    resolve(input: { workflow: $workflow, nodes: $nodes }) {
      complete
      method
      builtIn
      python
      nodes {
        nodeId
        node {
          id
          name
          repository
          publisher {
            id
            name
          }
        }
        version
        provides
        reason
        alreadyInstalled
        install {
          kind
          url
          sha256
        }
        warnings {
          code
          message
        }
        alternatives {
          nodeId
          provides
          whyNot
        }
      }
      missing {
        name
        usedBy
        suggestions {
          name
          nodeId
        }
      }
      conflicts {
        package
        message
        requirements {
          nodeId
          version
          spec
        }
      }
      notJudged {
        nodeId
        requirement
        why
      }
    }
  }
`);

/** Rates a node. */
export const REVIEW_NODE = graphql(`
  mutation ReviewNode($nodeId: ID!, $star: Int!) {
    reviewNode(nodeId: $nodeId, input: { star: $star }) {
      id
      rating
      reviewCount
    }
  }
`);

/** Reports a node to the moderators. */
export const REPORT_NODE = graphql(`
  mutation ReportNode($nodeId: ID!, $text: String!) {
    reportNode(nodeId: $nodeId, input: { text: $text }) {
      id
    }
  }
`);
