import { graphql } from '../graph';

/** The publishers and invitations of the user. */
export const ACCOUNT = graphql(`
  query Account {
    me {
      id
      publishers {
        id
        name
      }
    }
    invitations {
      id
      role
      expiresAt
      publisher {
        id
        name
      }
    }
  }
`);

/** A finding of the checks, with its lines of code. */
export const FINDING = graphql(`
  fragment ShownFinding on Finding {
    level
    rule
    file
    line
    message
    call
    excerpt {
      line
      text
    }
    approved
  }
`);

/** A publisher that the user may manage. */
export const MANAGED = graphql(`
  query ManagedPublisher($id: ID!) {
    me {
      id
      isAdmin
      publishers {
        id
      }
    }
    publisher(id: $id) {
      id
      name
      status
    }
  }
`);

/** The members of a publisher, and its invitations for owners. */
export const MEMBERS = graphql(`
  query ManagedMembers($id: ID!) {
    publisher(id: $id) {
      id
      members {
        id
        role
        email
        user {
          id
          name
        }
      }
      invitations {
        id
        email
        userId
        role
        expiresAt
      }
    }
  }
`);

/** The tokens of a publisher. */
export const TOKENS = graphql(`
  query ManagedTokens($id: ID!) {
    publisher(id: $id) {
      id
      tokens {
        id
        name
        lastFour
        expiresAt
        lastUsedAt
        createdBy {
          id
          name
        }
      }
    }
  }
`);

/** One page of the audit log of a publisher. */
export const AUDIT = graphql(`
  query ManagedAudit($id: ID!, $page: Int!) {
    publisher(id: $id) {
      id
      auditLog(limit: 20, page: $page) {
        total
        page
        hasNextPage
        nodes {
          id
          at
          actor
          action
          subjectKind
          subjectId
          reason
        }
      }
    }
  }
`);

/** A slice of the nodes of a publisher. */
export const NODES = graphql(`
  query ManagedNodes($id: ID!, $after: String) {
    publisher(id: $id) {
      id
      viewerCanEdit
      nodes(first: 20, after: $after) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          name
          description
          repository
          tags
        }
      }
    }
  }
`);

/** A slice of the versions of a node, highest first. */
export const VERSIONS = graphql(`
  query ManagedVersions($node: ID!, $after: String, $statuses: [NodeVersionStatus!]) {
    node(id: $node) {
      id
      versions(first: 10, after: $after, statuses: $statuses) {
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          version
          status
          deprecated
          changelog
          createdAt
        }
      }
    }
  }
`);

/** A version while it is checked. */
export const CHECKED = graphql(`
  subscription CheckedVersion($id: ID!) {
    nodeVersionStatus(id: $id) {
      id
      version
      status
      statusReason
      findings {
        ...ShownFinding
      }
    }
  }
`);

/** The findings of the check of a version. */
export const FINDINGS = graphql(`
  query VersionFindings($id: ID!) {
    nodeVersion(id: $id) {
      id
      status
      statusReason
      findings {
        ...ShownFinding
      }
    }
  }
`);

export const CREATE_PUBLISHER = graphql(`
  mutation CreatePublisher($input: CreatePublisherInput!) {
    createPublisher(input: $input) {
      id
    }
  }
`);

export const ACCEPT = graphql(`
  mutation AcceptInvitation($id: ID!) {
    acceptInvitation(invitationId: $id) {
      id
    }
  }
`);

export const DECLINE = graphql(`
  mutation DeclineInvitation($id: ID!) {
    declineInvitation(invitationId: $id) {
      id
    }
  }
`);

export const INVITE = graphql(`
  mutation Invite($publisherId: ID!, $input: AddPublisherMemberInput!) {
    addPublisherMember(publisherId: $publisherId, input: $input) {
      invitation {
        id
      }
    }
  }
`);

export const WITHDRAW_INVITATION = graphql(`
  mutation WithdrawInvitation($publisherId: ID!, $id: ID!) {
    withdrawInvitation(publisherId: $publisherId, invitationId: $id) {
      id
    }
  }
`);

/** Changes the role of a member. */
export const SET_ROLE = graphql(`
  mutation SetRole($publisherId: ID!, $input: AddPublisherMemberInput!) {
    addPublisherMember(publisherId: $publisherId, input: $input) {
      member {
        id
        role
      }
    }
  }
`);

export const REMOVE_MEMBER = graphql(`
  mutation RemoveMember($publisherId: ID!, $input: RemovePublisherMemberInput!) {
    removePublisherMember(publisherId: $publisherId, input: $input) {
      id
    }
  }
`);

export const CREATE_TOKEN = graphql(`
  mutation CreateToken($publisherId: ID!, $input: CreatePublisherTokenInput!) {
    createPublisherToken(publisherId: $publisherId, input: $input) {
      id
      token
    }
  }
`);

export const DELETE_TOKEN = graphql(`
  mutation DeleteToken($publisherId: ID!, $tokenId: ID!) {
    deletePublisherToken(publisherId: $publisherId, tokenId: $tokenId) {
      id
    }
  }
`);

export const PUBLISH = graphql(`
  mutation Publish($publisherId: ID!, $nodeId: ID!, $input: PublishNodeVersionInput!) {
    publishNodeVersion(publisherId: $publisherId, nodeId: $nodeId, input: $input) {
      signedUrl
      nodeVersion {
        id
      }
    }
  }
`);

export const UPDATE_NODE = graphql(`
  mutation UpdateNode($id: ID!, $input: UpdateNodeInput!) {
    updateNode(nodeId: $id, input: $input) {
      id
      name
      description
      repository
      tags
    }
  }
`);

export const DELETE_NODE = graphql(`
  mutation DeleteNode($id: ID!) {
    deleteNode(nodeId: $id) {
      id
    }
  }
`);

export const UPDATE_VERSION = graphql(`
  mutation UpdateVersion($id: ID!, $input: UpdateNodeVersionInput!) {
    updateNodeVersion(versionId: $id, input: $input) {
      id
      deprecated
      changelog
    }
  }
`);

export const UNPUBLISH = graphql(`
  mutation Unpublish($id: ID!) {
    unpublishNodeVersion(versionId: $id) {
      id
      status
    }
  }
`);
