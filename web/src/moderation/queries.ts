import { graphql } from '../graph';

/** One page of the moderators' queue. */
export const QUEUE = graphql(`
  query ModerationQueue($kinds: [ModerationQueueKind!], $page: Int!) {
    moderationQueue(kinds: $kinds, page: $page, limit: 20) {
      total
      page
      hasNextPage
      nodes {
        id
        kind
        since
        trusted
        approvedVersion
        publisher {
          id
          name
        }
        version {
          id
          version
          statusReason
          changelog
          downloadUrl
          archiveSize
          node {
            id
            name
          }
        }
        findings {
          ...ShownFinding
        }
        removedFindings {
          ...ShownFinding
        }
        user {
          id
          name
          email
        }
        report {
          id
          nodeId
          text
        }
      }
    }
  }
`);

/** Approves or rejects items of the queue. */
export const DECIDE = graphql(`
  mutation DecideModerationQueue($input: DecideModerationQueueInput!) {
    decideModerationQueue(input: $input) {
      subjectId
      error
      message
    }
  }
`);

/** Closes a report. */
export const CLOSE_REPORT = graphql(`
  mutation CloseNodeReport($reportId: ID!, $input: CloseNodeReportInput!) {
    closeNodeReport(reportId: $reportId, input: $input) {
      id
      status
    }
  }
`);

/** One page of users. */
export const USERS = graphql(`
  query ModeratedUsers($search: String, $status: UserStatus, $page: Int!) {
    users(search: $search, status: $status, page: $page, limit: 25) {
      total
      page
      hasNextPage
      nodes {
        id
        name
        email
        isAdmin
        isApproved
        suspendedAt
        suspendedReason
        createdAt
      }
    }
  }
`);

/** Approves a user. */
export const APPROVE_USER = graphql(`
  mutation ApproveUser($userId: ID!) {
    approveUser(userId: $userId) {
      id
      isApproved
    }
  }
`);

/** Withdraws the approval of a user. */
export const WITHDRAW_APPROVAL = graphql(`
  mutation WithdrawUserApproval($userId: ID!, $reason: String) {
    withdrawUserApproval(userId: $userId, input: { reason: $reason }) {
      id
      isApproved
    }
  }
`);

/** Suspends a user. */
export const SUSPEND_USER = graphql(`
  mutation SuspendUser($userId: ID!, $reason: String!) {
    suspendUser(userId: $userId, input: { reason: $reason }) {
      id
      suspendedAt
      suspendedReason
    }
  }
`);

/** Reinstates a user. */
export const REINSTATE_USER = graphql(`
  mutation ReinstateUser($userId: ID!) {
    reinstateUser(userId: $userId) {
      id
      suspendedAt
      suspendedReason
    }
  }
`);

/** The statuses of the node and the publisher with an id. */
export const STATES = graphql(`
  query ModeratedStates($id: ID!) {
    node(id: $id) {
      id
      name
      status
      statusDetail
    }
    publisher(id: $id) {
      id
      name
      status
    }
  }
`);

/** Bans a node. */
export const BAN_NODE = graphql(`
  mutation BanNode($id: ID!, $reason: String) {
    banNode(nodeId: $id, input: { reason: $reason }) {
      id
      status
      statusDetail
    }
  }
`);

/** Lifts the ban of a node. */
export const UNBAN_NODE = graphql(`
  mutation UnbanNode($id: ID!, $reason: String) {
    unbanNode(nodeId: $id, input: { reason: $reason }) {
      id
      status
      statusDetail
    }
  }
`);

/** Bans a publisher and its nodes. */
export const BAN_PUBLISHER = graphql(`
  mutation BanPublisher($id: ID!, $reason: String) {
    banPublisher(publisherId: $id, input: { reason: $reason }) {
      id
      status
    }
  }
`);

/** Lifts the ban of a publisher. */
export const UNBAN_PUBLISHER = graphql(`
  mutation UnbanPublisher($id: ID!, $reason: String) {
    unbanPublisher(publisherId: $id, input: { reason: $reason }) {
      id
      status
    }
  }
`);

/** One page of the audit log. */
export const AUDIT = graphql(`
  query ModeratedAudit($action: String, $actor: String, $publisherId: ID, $subjectId: String, $page: Int!) {
    auditLog(action: $action, actor: $actor, publisherId: $publisherId, subjectId: $subjectId, page: $page, limit: 50) {
      total
      page
      hasNextPage
      nodes {
        id
        at
        action
        actor
        subjectKind
        subjectId
        fromState
        toState
        reason
        before
        after
      }
    }
  }
`);

/** The dead letters: background jobs that failed on their last attempt. */
export const DEAD_JOBS = graphql(`
  query DeadJobs {
    deadJobs {
      id
      kind
      failedAt
      error
      data
    }
  }
`);

/** Retries all dead letters. */
export const REPLAY_JOBS = graphql(`
  mutation ReplayDeadJobs {
    replayDeadJobs
  }
`);
