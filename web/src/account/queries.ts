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

/** Everything about a publisher that its members manage, but its nodes. */
export const MANAGED = graphql(`
  query ManagedPublisher($id: ID!) {
    publisher(id: $id) {
      id
      name
      viewerCanEdit
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
      tokens {
        id
        name
        lastFour
        expiresAt
        lastUsedAt
      }
      auditLog(limit: 20) {
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

/** The nodes of a publisher with their latest versions. */
export const VERSIONS = graphql(`
  query ManagedVersions($id: ID!, $statuses: [NodeVersionStatus!]) {
    publisher(id: $id) {
      id
      nodes(first: 20) {
        nodes {
          id
          name
          versions(first: 10, statuses: $statuses) {
            nodes {
              id
              version
              status
              deprecated
            }
          }
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
        level
        rule
        file
        line
        message
        call
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
        level
        rule
        file
        line
        message
        call
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

export const UPDATE_VERSION = graphql(`
  mutation UpdateVersion($id: ID!, $input: UpdateNodeVersionInput!) {
    updateNodeVersion(versionId: $id, input: $input) {
      id
      deprecated
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
