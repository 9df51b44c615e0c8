/* eslint-disable */
import * as types from './graphql';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Account {\n    me {\n      id\n      publishers {\n        id\n        name\n      }\n    }\n    invitations {\n      id\n      role\n      expiresAt\n      publisher {\n        id\n        name\n      }\n    }\n  }\n": typeof types.AccountDocument,
    "\n  fragment ShownFinding on Finding {\n    level\n    rule\n    file\n    line\n    message\n    call\n    excerpt {\n      line\n      text\n    }\n    approved\n  }\n": typeof types.ShownFindingFragmentDoc,
    "\n  query ManagedPublisher($id: ID!) {\n    me {\n      id\n      isAdmin\n      publishers {\n        id\n      }\n    }\n    publisher(id: $id) {\n      id\n      name\n      status\n    }\n  }\n": typeof types.ManagedPublisherDocument,
    "\n  query ManagedMembers($id: ID!) {\n    publisher(id: $id) {\n      id\n      members {\n        id\n        role\n        email\n        user {\n          id\n          name\n        }\n      }\n      invitations {\n        id\n        email\n        userId\n        role\n        expiresAt\n      }\n    }\n  }\n": typeof types.ManagedMembersDocument,
    "\n  query ManagedTokens($id: ID!) {\n    publisher(id: $id) {\n      id\n      tokens {\n        id\n        name\n        lastFour\n        expiresAt\n        lastUsedAt\n        createdBy {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.ManagedTokensDocument,
    "\n  query ManagedAudit($id: ID!, $page: Int!) {\n    publisher(id: $id) {\n      id\n      auditLog(limit: 20, page: $page) {\n        total\n        page\n        hasNextPage\n        nodes {\n          id\n          at\n          actor\n          action\n          subjectKind\n          subjectId\n          reason\n        }\n      }\n    }\n  }\n": typeof types.ManagedAuditDocument,
    "\n  query ManagedNodes($id: ID!, $after: String) {\n    publisher(id: $id) {\n      id\n      viewerCanEdit\n      nodes(first: 20, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n          description\n          repository\n          tags\n        }\n      }\n    }\n  }\n": typeof types.ManagedNodesDocument,
    "\n  query ManagedVersions($node: ID!, $after: String, $statuses: [NodeVersionStatus!]) {\n    node(id: $node) {\n      id\n      versions(first: 10, after: $after, statuses: $statuses) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          version\n          status\n          deprecated\n          changelog\n          createdAt\n        }\n      }\n    }\n  }\n": typeof types.ManagedVersionsDocument,
    "\n  subscription CheckedVersion($id: ID!) {\n    nodeVersionStatus(id: $id) {\n      id\n      version\n      status\n      statusReason\n      findings {\n        ...ShownFinding\n      }\n    }\n  }\n": typeof types.CheckedVersionDocument,
    "\n  query VersionFindings($id: ID!) {\n    nodeVersion(id: $id) {\n      id\n      status\n      statusReason\n      findings {\n        ...ShownFinding\n      }\n    }\n  }\n": typeof types.VersionFindingsDocument,
    "\n  mutation CreatePublisher($input: CreatePublisherInput!) {\n    createPublisher(input: $input) {\n      id\n    }\n  }\n": typeof types.CreatePublisherDocument,
    "\n  mutation AcceptInvitation($id: ID!) {\n    acceptInvitation(invitationId: $id) {\n      id\n    }\n  }\n": typeof types.AcceptInvitationDocument,
    "\n  mutation DeclineInvitation($id: ID!) {\n    declineInvitation(invitationId: $id) {\n      id\n    }\n  }\n": typeof types.DeclineInvitationDocument,
    "\n  mutation Invite($publisherId: ID!, $input: AddPublisherMemberInput!) {\n    addPublisherMember(publisherId: $publisherId, input: $input) {\n      invitation {\n        id\n      }\n    }\n  }\n": typeof types.InviteDocument,
    "\n  mutation WithdrawInvitation($publisherId: ID!, $id: ID!) {\n    withdrawInvitation(publisherId: $publisherId, invitationId: $id) {\n      id\n    }\n  }\n": typeof types.WithdrawInvitationDocument,
    "\n  mutation SetRole($publisherId: ID!, $input: AddPublisherMemberInput!) {\n    addPublisherMember(publisherId: $publisherId, input: $input) {\n      member {\n        id\n        role\n      }\n    }\n  }\n": typeof types.SetRoleDocument,
    "\n  mutation RemoveMember($publisherId: ID!, $input: RemovePublisherMemberInput!) {\n    removePublisherMember(publisherId: $publisherId, input: $input) {\n      id\n    }\n  }\n": typeof types.RemoveMemberDocument,
    "\n  mutation CreateToken($publisherId: ID!, $input: CreatePublisherTokenInput!) {\n    createPublisherToken(publisherId: $publisherId, input: $input) {\n      id\n      token\n    }\n  }\n": typeof types.CreateTokenDocument,
    "\n  mutation DeleteToken($publisherId: ID!, $tokenId: ID!) {\n    deletePublisherToken(publisherId: $publisherId, tokenId: $tokenId) {\n      id\n    }\n  }\n": typeof types.DeleteTokenDocument,
    "\n  mutation Publish($publisherId: ID!, $nodeId: ID!, $input: PublishNodeVersionInput!) {\n    publishNodeVersion(publisherId: $publisherId, nodeId: $nodeId, input: $input) {\n      signedUrl\n      nodeVersion {\n        id\n      }\n    }\n  }\n": typeof types.PublishDocument,
    "\n  mutation UpdateNode($id: ID!, $input: UpdateNodeInput!) {\n    updateNode(nodeId: $id, input: $input) {\n      id\n      name\n      description\n      repository\n      tags\n    }\n  }\n": typeof types.UpdateNodeDocument,
    "\n  mutation DeleteNode($id: ID!) {\n    deleteNode(nodeId: $id) {\n      id\n    }\n  }\n": typeof types.DeleteNodeDocument,
    "\n  mutation UpdateVersion($id: ID!, $input: UpdateNodeVersionInput!) {\n    updateNodeVersion(versionId: $id, input: $input) {\n      id\n      deprecated\n      changelog\n    }\n  }\n": typeof types.UpdateVersionDocument,
    "\n  mutation Unpublish($id: ID!) {\n    unpublishNodeVersion(versionId: $id) {\n      id\n      status\n    }\n  }\n": typeof types.UnpublishDocument,
    "\n  query ModerationQueue($kinds: [ModerationQueueKind!], $page: Int!) {\n    moderationQueue(kinds: $kinds, page: $page, limit: 20) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        kind\n        since\n        trusted\n        approvedVersion\n        publisher {\n          id\n          name\n        }\n        version {\n          id\n          version\n          statusReason\n          changelog\n          downloadUrl\n          archiveSize\n          node {\n            id\n            name\n          }\n        }\n        findings {\n          ...ShownFinding\n        }\n        removedFindings {\n          ...ShownFinding\n        }\n        user {\n          id\n          name\n          email\n        }\n        report {\n          id\n          nodeId\n          text\n        }\n      }\n    }\n  }\n": typeof types.ModerationQueueDocument,
    "\n  mutation DecideModerationQueue($input: DecideModerationQueueInput!) {\n    decideModerationQueue(input: $input) {\n      subjectId\n      error\n      message\n    }\n  }\n": typeof types.DecideModerationQueueDocument,
    "\n  mutation CloseNodeReport($reportId: ID!, $input: CloseNodeReportInput!) {\n    closeNodeReport(reportId: $reportId, input: $input) {\n      id\n      status\n    }\n  }\n": typeof types.CloseNodeReportDocument,
    "\n  query ModeratedUsers($search: String, $status: UserStatus, $page: Int!) {\n    users(search: $search, status: $status, page: $page, limit: 25) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        name\n        email\n        isAdmin\n        isApproved\n        suspendedAt\n        suspendedReason\n        createdAt\n      }\n    }\n  }\n": typeof types.ModeratedUsersDocument,
    "\n  mutation ApproveUser($userId: ID!) {\n    approveUser(userId: $userId) {\n      id\n      isApproved\n    }\n  }\n": typeof types.ApproveUserDocument,
    "\n  mutation WithdrawUserApproval($userId: ID!, $reason: String) {\n    withdrawUserApproval(userId: $userId, input: { reason: $reason }) {\n      id\n      isApproved\n    }\n  }\n": typeof types.WithdrawUserApprovalDocument,
    "\n  mutation SuspendUser($userId: ID!, $reason: String!) {\n    suspendUser(userId: $userId, input: { reason: $reason }) {\n      id\n      suspendedAt\n      suspendedReason\n    }\n  }\n": typeof types.SuspendUserDocument,
    "\n  mutation ReinstateUser($userId: ID!) {\n    reinstateUser(userId: $userId) {\n      id\n      suspendedAt\n      suspendedReason\n    }\n  }\n": typeof types.ReinstateUserDocument,
    "\n  query ModeratedStates($id: ID!) {\n    node(id: $id) {\n      id\n      name\n      status\n      statusDetail\n    }\n    publisher(id: $id) {\n      id\n      name\n      status\n    }\n  }\n": typeof types.ModeratedStatesDocument,
    "\n  mutation BanNode($id: ID!, $reason: String) {\n    banNode(nodeId: $id, input: { reason: $reason }) {\n      id\n      status\n      statusDetail\n    }\n  }\n": typeof types.BanNodeDocument,
    "\n  mutation UnbanNode($id: ID!, $reason: String) {\n    unbanNode(nodeId: $id, input: { reason: $reason }) {\n      id\n      status\n      statusDetail\n    }\n  }\n": typeof types.UnbanNodeDocument,
    "\n  mutation BanPublisher($id: ID!, $reason: String) {\n    banPublisher(publisherId: $id, input: { reason: $reason }) {\n      id\n      status\n    }\n  }\n": typeof types.BanPublisherDocument,
    "\n  mutation UnbanPublisher($id: ID!, $reason: String) {\n    unbanPublisher(publisherId: $id, input: { reason: $reason }) {\n      id\n      status\n    }\n  }\n": typeof types.UnbanPublisherDocument,
    "\n  query ModeratedAudit($action: String, $actor: String, $publisherId: ID, $subjectId: String, $page: Int!) {\n    auditLog(action: $action, actor: $actor, publisherId: $publisherId, subjectId: $subjectId, page: $page, limit: 50) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        at\n        action\n        actor\n        subjectKind\n        subjectId\n        fromState\n        toState\n        reason\n        before\n        after\n      }\n    }\n  }\n": typeof types.ModeratedAuditDocument,
    "\n  query DeadJobs {\n    deadJobs {\n      id\n      kind\n      failedAt\n      error\n      data\n    }\n  }\n": typeof types.DeadJobsDocument,
    "\n  mutation ReplayDeadJobs {\n    replayDeadJobs\n  }\n": typeof types.ReplayDeadJobsDocument,
    "\n  fragment NodeCard on Node {\n    id\n    name\n    description\n    tags\n    downloads\n    repoHostStars\n    supportedOs\n    supportedAccelerators\n    updatedAt\n    publisher {\n      id\n      name\n    }\n    latestVersion {\n      id\n      version\n      createdAt\n    }\n  }\n": typeof types.NodeCardFragmentDoc,
    "\n  query Catalogue($search: String, $filter: NodeFilter, $orderBy: [NodeOrder!], $page: Int!, $limit: Int!) {\n    searchNodes(search: $search, filter: $filter, orderBy: $orderBy, page: $page, limit: $limit) {\n      total\n      page\n      limit\n      totalPages\n      nodes {\n        ...NodeCard\n      }\n    }\n  }\n": typeof types.CatalogueDocument,
    "\n  query NodePage($id: ID!) {\n    node(id: $id) {\n      ...NodeCard\n      author\n      license\n      repository\n      rating\n      status\n      supportedCoreuiVersion\n      supportedCoreuiFrontendVersion\n      preemptedCoreNodeNames\n      createdAt\n      downloadStatistics {\n        day\n        version\n        downloads\n      }\n      versions(first: 20) {\n        totalCount\n        nodes {\n          id\n          version\n          changelog\n          createdAt\n          deprecated\n          dependencies\n          downloadUrl\n          archiveSize\n          archiveSha256\n          coreNodeExtractStatus\n          findingCounts {\n            hold\n            warn\n            note\n          }\n        }\n      }\n      coreNodes(first: 100) {\n        totalCount\n        nodes {\n          id\n          coreNodeName\n          displayName\n          category\n          description\n          deprecated\n          experimental\n          inputTypes\n          returnTypes\n          returnNames\n          outputIsList\n        }\n      }\n      translations {\n        language\n        fields\n        source\n      }\n    }\n  }\n": typeof types.NodePageDocument,
    "\n  query PublisherPage($id: ID!, $after: String) {\n    publisher(id: $id) {\n      id\n      name\n      description\n      website\n      support\n      sourceCodeRepo\n      createdAt\n      status\n      members {\n        id\n        role\n        user {\n          id\n          name\n        }\n      }\n      nodes(first: 50, after: $after) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...NodeCard\n        }\n      }\n    }\n  }\n": typeof types.PublisherPageDocument,
    "\n  subscription Changes($since: String) {\n    changes(since: $since) {\n      next\n      changes {\n        subjectKind\n        subjectId\n        status\n      }\n    }\n  }\n": typeof types.ChangesDocument,
    "\n  query WorkflowPlan($workflow: Workflow!, $nodes: [NodeRequestInput!]) {\n    resolve(input: { workflow: $workflow, nodes: $nodes }) {\n      complete\n      method\n      builtIn\n      python\n      nodes {\n        nodeId\n        node {\n          id\n          name\n          repository\n          publisher {\n            id\n            name\n          }\n        }\n        version\n        provides\n        reason\n        alreadyInstalled\n        install {\n          kind\n          url\n          sha256\n        }\n        warnings {\n          code\n          message\n        }\n        alternatives {\n          nodeId\n          provides\n          whyNot\n        }\n      }\n      missing {\n        name\n        usedBy\n        suggestions {\n          name\n          nodeId\n        }\n      }\n      conflicts {\n        package\n        message\n        requirements {\n          nodeId\n          version\n          spec\n        }\n      }\n      notJudged {\n        nodeId\n        requirement\n        why\n      }\n    }\n  }\n": typeof types.WorkflowPlanDocument,
    "\n  mutation ReviewNode($nodeId: ID!, $star: Int!) {\n    reviewNode(nodeId: $nodeId, input: { star: $star }) {\n      id\n      rating\n      reviewCount\n    }\n  }\n": typeof types.ReviewNodeDocument,
    "\n  mutation ReportNode($nodeId: ID!, $text: String!) {\n    reportNode(nodeId: $nodeId, input: { text: $text }) {\n      id\n    }\n  }\n": typeof types.ReportNodeDocument,
};
const documents: Documents = {
    "\n  query Account {\n    me {\n      id\n      publishers {\n        id\n        name\n      }\n    }\n    invitations {\n      id\n      role\n      expiresAt\n      publisher {\n        id\n        name\n      }\n    }\n  }\n": types.AccountDocument,
    "\n  fragment ShownFinding on Finding {\n    level\n    rule\n    file\n    line\n    message\n    call\n    excerpt {\n      line\n      text\n    }\n    approved\n  }\n": types.ShownFindingFragmentDoc,
    "\n  query ManagedPublisher($id: ID!) {\n    me {\n      id\n      isAdmin\n      publishers {\n        id\n      }\n    }\n    publisher(id: $id) {\n      id\n      name\n      status\n    }\n  }\n": types.ManagedPublisherDocument,
    "\n  query ManagedMembers($id: ID!) {\n    publisher(id: $id) {\n      id\n      members {\n        id\n        role\n        email\n        user {\n          id\n          name\n        }\n      }\n      invitations {\n        id\n        email\n        userId\n        role\n        expiresAt\n      }\n    }\n  }\n": types.ManagedMembersDocument,
    "\n  query ManagedTokens($id: ID!) {\n    publisher(id: $id) {\n      id\n      tokens {\n        id\n        name\n        lastFour\n        expiresAt\n        lastUsedAt\n        createdBy {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.ManagedTokensDocument,
    "\n  query ManagedAudit($id: ID!, $page: Int!) {\n    publisher(id: $id) {\n      id\n      auditLog(limit: 20, page: $page) {\n        total\n        page\n        hasNextPage\n        nodes {\n          id\n          at\n          actor\n          action\n          subjectKind\n          subjectId\n          reason\n        }\n      }\n    }\n  }\n": types.ManagedAuditDocument,
    "\n  query ManagedNodes($id: ID!, $after: String) {\n    publisher(id: $id) {\n      id\n      viewerCanEdit\n      nodes(first: 20, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n          description\n          repository\n          tags\n        }\n      }\n    }\n  }\n": types.ManagedNodesDocument,
    "\n  query ManagedVersions($node: ID!, $after: String, $statuses: [NodeVersionStatus!]) {\n    node(id: $node) {\n      id\n      versions(first: 10, after: $after, statuses: $statuses) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          version\n          status\n          deprecated\n          changelog\n          createdAt\n        }\n      }\n    }\n  }\n": types.ManagedVersionsDocument,
    "\n  subscription CheckedVersion($id: ID!) {\n    nodeVersionStatus(id: $id) {\n      id\n      version\n      status\n      statusReason\n      findings {\n        ...ShownFinding\n      }\n    }\n  }\n": types.CheckedVersionDocument,
    "\n  query VersionFindings($id: ID!) {\n    nodeVersion(id: $id) {\n      id\n      status\n      statusReason\n      findings {\n        ...ShownFinding\n      }\n    }\n  }\n": types.VersionFindingsDocument,
    "\n  mutation CreatePublisher($input: CreatePublisherInput!) {\n    createPublisher(input: $input) {\n      id\n    }\n  }\n": types.CreatePublisherDocument,
    "\n  mutation AcceptInvitation($id: ID!) {\n    acceptInvitation(invitationId: $id) {\n      id\n    }\n  }\n": types.AcceptInvitationDocument,
    "\n  mutation DeclineInvitation($id: ID!) {\n    declineInvitation(invitationId: $id) {\n      id\n    }\n  }\n": types.DeclineInvitationDocument,
    "\n  mutation Invite($publisherId: ID!, $input: AddPublisherMemberInput!) {\n    addPublisherMember(publisherId: $publisherId, input: $input) {\n      invitation {\n        id\n      }\n    }\n  }\n": types.InviteDocument,
    "\n  mutation WithdrawInvitation($publisherId: ID!, $id: ID!) {\n    withdrawInvitation(publisherId: $publisherId, invitationId: $id) {\n      id\n    }\n  }\n": types.WithdrawInvitationDocument,
    "\n  mutation SetRole($publisherId: ID!, $input: AddPublisherMemberInput!) {\n    addPublisherMember(publisherId: $publisherId, input: $input) {\n      member {\n        id\n        role\n      }\n    }\n  }\n": types.SetRoleDocument,
    "\n  mutation RemoveMember($publisherId: ID!, $input: RemovePublisherMemberInput!) {\n    removePublisherMember(publisherId: $publisherId, input: $input) {\n      id\n    }\n  }\n": types.RemoveMemberDocument,
    "\n  mutation CreateToken($publisherId: ID!, $input: CreatePublisherTokenInput!) {\n    createPublisherToken(publisherId: $publisherId, input: $input) {\n      id\n      token\n    }\n  }\n": types.CreateTokenDocument,
    "\n  mutation DeleteToken($publisherId: ID!, $tokenId: ID!) {\n    deletePublisherToken(publisherId: $publisherId, tokenId: $tokenId) {\n      id\n    }\n  }\n": types.DeleteTokenDocument,
    "\n  mutation Publish($publisherId: ID!, $nodeId: ID!, $input: PublishNodeVersionInput!) {\n    publishNodeVersion(publisherId: $publisherId, nodeId: $nodeId, input: $input) {\n      signedUrl\n      nodeVersion {\n        id\n      }\n    }\n  }\n": types.PublishDocument,
    "\n  mutation UpdateNode($id: ID!, $input: UpdateNodeInput!) {\n    updateNode(nodeId: $id, input: $input) {\n      id\n      name\n      description\n      repository\n      tags\n    }\n  }\n": types.UpdateNodeDocument,
    "\n  mutation DeleteNode($id: ID!) {\n    deleteNode(nodeId: $id) {\n      id\n    }\n  }\n": types.DeleteNodeDocument,
    "\n  mutation UpdateVersion($id: ID!, $input: UpdateNodeVersionInput!) {\n    updateNodeVersion(versionId: $id, input: $input) {\n      id\n      deprecated\n      changelog\n    }\n  }\n": types.UpdateVersionDocument,
    "\n  mutation Unpublish($id: ID!) {\n    unpublishNodeVersion(versionId: $id) {\n      id\n      status\n    }\n  }\n": types.UnpublishDocument,
    "\n  query ModerationQueue($kinds: [ModerationQueueKind!], $page: Int!) {\n    moderationQueue(kinds: $kinds, page: $page, limit: 20) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        kind\n        since\n        trusted\n        approvedVersion\n        publisher {\n          id\n          name\n        }\n        version {\n          id\n          version\n          statusReason\n          changelog\n          downloadUrl\n          archiveSize\n          node {\n            id\n            name\n          }\n        }\n        findings {\n          ...ShownFinding\n        }\n        removedFindings {\n          ...ShownFinding\n        }\n        user {\n          id\n          name\n          email\n        }\n        report {\n          id\n          nodeId\n          text\n        }\n      }\n    }\n  }\n": types.ModerationQueueDocument,
    "\n  mutation DecideModerationQueue($input: DecideModerationQueueInput!) {\n    decideModerationQueue(input: $input) {\n      subjectId\n      error\n      message\n    }\n  }\n": types.DecideModerationQueueDocument,
    "\n  mutation CloseNodeReport($reportId: ID!, $input: CloseNodeReportInput!) {\n    closeNodeReport(reportId: $reportId, input: $input) {\n      id\n      status\n    }\n  }\n": types.CloseNodeReportDocument,
    "\n  query ModeratedUsers($search: String, $status: UserStatus, $page: Int!) {\n    users(search: $search, status: $status, page: $page, limit: 25) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        name\n        email\n        isAdmin\n        isApproved\n        suspendedAt\n        suspendedReason\n        createdAt\n      }\n    }\n  }\n": types.ModeratedUsersDocument,
    "\n  mutation ApproveUser($userId: ID!) {\n    approveUser(userId: $userId) {\n      id\n      isApproved\n    }\n  }\n": types.ApproveUserDocument,
    "\n  mutation WithdrawUserApproval($userId: ID!, $reason: String) {\n    withdrawUserApproval(userId: $userId, input: { reason: $reason }) {\n      id\n      isApproved\n    }\n  }\n": types.WithdrawUserApprovalDocument,
    "\n  mutation SuspendUser($userId: ID!, $reason: String!) {\n    suspendUser(userId: $userId, input: { reason: $reason }) {\n      id\n      suspendedAt\n      suspendedReason\n    }\n  }\n": types.SuspendUserDocument,
    "\n  mutation ReinstateUser($userId: ID!) {\n    reinstateUser(userId: $userId) {\n      id\n      suspendedAt\n      suspendedReason\n    }\n  }\n": types.ReinstateUserDocument,
    "\n  query ModeratedStates($id: ID!) {\n    node(id: $id) {\n      id\n      name\n      status\n      statusDetail\n    }\n    publisher(id: $id) {\n      id\n      name\n      status\n    }\n  }\n": types.ModeratedStatesDocument,
    "\n  mutation BanNode($id: ID!, $reason: String) {\n    banNode(nodeId: $id, input: { reason: $reason }) {\n      id\n      status\n      statusDetail\n    }\n  }\n": types.BanNodeDocument,
    "\n  mutation UnbanNode($id: ID!, $reason: String) {\n    unbanNode(nodeId: $id, input: { reason: $reason }) {\n      id\n      status\n      statusDetail\n    }\n  }\n": types.UnbanNodeDocument,
    "\n  mutation BanPublisher($id: ID!, $reason: String) {\n    banPublisher(publisherId: $id, input: { reason: $reason }) {\n      id\n      status\n    }\n  }\n": types.BanPublisherDocument,
    "\n  mutation UnbanPublisher($id: ID!, $reason: String) {\n    unbanPublisher(publisherId: $id, input: { reason: $reason }) {\n      id\n      status\n    }\n  }\n": types.UnbanPublisherDocument,
    "\n  query ModeratedAudit($action: String, $actor: String, $publisherId: ID, $subjectId: String, $page: Int!) {\n    auditLog(action: $action, actor: $actor, publisherId: $publisherId, subjectId: $subjectId, page: $page, limit: 50) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        at\n        action\n        actor\n        subjectKind\n        subjectId\n        fromState\n        toState\n        reason\n        before\n        after\n      }\n    }\n  }\n": types.ModeratedAuditDocument,
    "\n  query DeadJobs {\n    deadJobs {\n      id\n      kind\n      failedAt\n      error\n      data\n    }\n  }\n": types.DeadJobsDocument,
    "\n  mutation ReplayDeadJobs {\n    replayDeadJobs\n  }\n": types.ReplayDeadJobsDocument,
    "\n  fragment NodeCard on Node {\n    id\n    name\n    description\n    tags\n    downloads\n    repoHostStars\n    supportedOs\n    supportedAccelerators\n    updatedAt\n    publisher {\n      id\n      name\n    }\n    latestVersion {\n      id\n      version\n      createdAt\n    }\n  }\n": types.NodeCardFragmentDoc,
    "\n  query Catalogue($search: String, $filter: NodeFilter, $orderBy: [NodeOrder!], $page: Int!, $limit: Int!) {\n    searchNodes(search: $search, filter: $filter, orderBy: $orderBy, page: $page, limit: $limit) {\n      total\n      page\n      limit\n      totalPages\n      nodes {\n        ...NodeCard\n      }\n    }\n  }\n": types.CatalogueDocument,
    "\n  query NodePage($id: ID!) {\n    node(id: $id) {\n      ...NodeCard\n      author\n      license\n      repository\n      rating\n      status\n      supportedCoreuiVersion\n      supportedCoreuiFrontendVersion\n      preemptedCoreNodeNames\n      createdAt\n      downloadStatistics {\n        day\n        version\n        downloads\n      }\n      versions(first: 20) {\n        totalCount\n        nodes {\n          id\n          version\n          changelog\n          createdAt\n          deprecated\n          dependencies\n          downloadUrl\n          archiveSize\n          archiveSha256\n          coreNodeExtractStatus\n          findingCounts {\n            hold\n            warn\n            note\n          }\n        }\n      }\n      coreNodes(first: 100) {\n        totalCount\n        nodes {\n          id\n          coreNodeName\n          displayName\n          category\n          description\n          deprecated\n          experimental\n          inputTypes\n          returnTypes\n          returnNames\n          outputIsList\n        }\n      }\n      translations {\n        language\n        fields\n        source\n      }\n    }\n  }\n": types.NodePageDocument,
    "\n  query PublisherPage($id: ID!, $after: String) {\n    publisher(id: $id) {\n      id\n      name\n      description\n      website\n      support\n      sourceCodeRepo\n      createdAt\n      status\n      members {\n        id\n        role\n        user {\n          id\n          name\n        }\n      }\n      nodes(first: 50, after: $after) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...NodeCard\n        }\n      }\n    }\n  }\n": types.PublisherPageDocument,
    "\n  subscription Changes($since: String) {\n    changes(since: $since) {\n      next\n      changes {\n        subjectKind\n        subjectId\n        status\n      }\n    }\n  }\n": types.ChangesDocument,
    "\n  query WorkflowPlan($workflow: Workflow!, $nodes: [NodeRequestInput!]) {\n    resolve(input: { workflow: $workflow, nodes: $nodes }) {\n      complete\n      method\n      builtIn\n      python\n      nodes {\n        nodeId\n        node {\n          id\n          name\n          repository\n          publisher {\n            id\n            name\n          }\n        }\n        version\n        provides\n        reason\n        alreadyInstalled\n        install {\n          kind\n          url\n          sha256\n        }\n        warnings {\n          code\n          message\n        }\n        alternatives {\n          nodeId\n          provides\n          whyNot\n        }\n      }\n      missing {\n        name\n        usedBy\n        suggestions {\n          name\n          nodeId\n        }\n      }\n      conflicts {\n        package\n        message\n        requirements {\n          nodeId\n          version\n          spec\n        }\n      }\n      notJudged {\n        nodeId\n        requirement\n        why\n      }\n    }\n  }\n": types.WorkflowPlanDocument,
    "\n  mutation ReviewNode($nodeId: ID!, $star: Int!) {\n    reviewNode(nodeId: $nodeId, input: { star: $star }) {\n      id\n      rating\n      reviewCount\n    }\n  }\n": types.ReviewNodeDocument,
    "\n  mutation ReportNode($nodeId: ID!, $text: String!) {\n    reportNode(nodeId: $nodeId, input: { text: $text }) {\n      id\n    }\n  }\n": types.ReportNodeDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Account {\n    me {\n      id\n      publishers {\n        id\n        name\n      }\n    }\n    invitations {\n      id\n      role\n      expiresAt\n      publisher {\n        id\n        name\n      }\n    }\n  }\n"): (typeof documents)["\n  query Account {\n    me {\n      id\n      publishers {\n        id\n        name\n      }\n    }\n    invitations {\n      id\n      role\n      expiresAt\n      publisher {\n        id\n        name\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment ShownFinding on Finding {\n    level\n    rule\n    file\n    line\n    message\n    call\n    excerpt {\n      line\n      text\n    }\n    approved\n  }\n"): (typeof documents)["\n  fragment ShownFinding on Finding {\n    level\n    rule\n    file\n    line\n    message\n    call\n    excerpt {\n      line\n      text\n    }\n    approved\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ManagedPublisher($id: ID!) {\n    me {\n      id\n      isAdmin\n      publishers {\n        id\n      }\n    }\n    publisher(id: $id) {\n      id\n      name\n      status\n    }\n  }\n"): (typeof documents)["\n  query ManagedPublisher($id: ID!) {\n    me {\n      id\n      isAdmin\n      publishers {\n        id\n      }\n    }\n    publisher(id: $id) {\n      id\n      name\n      status\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ManagedMembers($id: ID!) {\n    publisher(id: $id) {\n      id\n      members {\n        id\n        role\n        email\n        user {\n          id\n          name\n        }\n      }\n      invitations {\n        id\n        email\n        userId\n        role\n        expiresAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query ManagedMembers($id: ID!) {\n    publisher(id: $id) {\n      id\n      members {\n        id\n        role\n        email\n        user {\n          id\n          name\n        }\n      }\n      invitations {\n        id\n        email\n        userId\n        role\n        expiresAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ManagedTokens($id: ID!) {\n    publisher(id: $id) {\n      id\n      tokens {\n        id\n        name\n        lastFour\n        expiresAt\n        lastUsedAt\n        createdBy {\n          id\n          name\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ManagedTokens($id: ID!) {\n    publisher(id: $id) {\n      id\n      tokens {\n        id\n        name\n        lastFour\n        expiresAt\n        lastUsedAt\n        createdBy {\n          id\n          name\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ManagedAudit($id: ID!, $page: Int!) {\n    publisher(id: $id) {\n      id\n      auditLog(limit: 20, page: $page) {\n        total\n        page\n        hasNextPage\n        nodes {\n          id\n          at\n          actor\n          action\n          subjectKind\n          subjectId\n          reason\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ManagedAudit($id: ID!, $page: Int!) {\n    publisher(id: $id) {\n      id\n      auditLog(limit: 20, page: $page) {\n        total\n        page\n        hasNextPage\n        nodes {\n          id\n          at\n          actor\n          action\n          subjectKind\n          subjectId\n          reason\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ManagedNodes($id: ID!, $after: String) {\n    publisher(id: $id) {\n      id\n      viewerCanEdit\n      nodes(first: 20, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n          description\n          repository\n          tags\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ManagedNodes($id: ID!, $after: String) {\n    publisher(id: $id) {\n      id\n      viewerCanEdit\n      nodes(first: 20, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n          description\n          repository\n          tags\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ManagedVersions($node: ID!, $after: String, $statuses: [NodeVersionStatus!]) {\n    node(id: $node) {\n      id\n      versions(first: 10, after: $after, statuses: $statuses) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          version\n          status\n          deprecated\n          changelog\n          createdAt\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ManagedVersions($node: ID!, $after: String, $statuses: [NodeVersionStatus!]) {\n    node(id: $node) {\n      id\n      versions(first: 10, after: $after, statuses: $statuses) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          version\n          status\n          deprecated\n          changelog\n          createdAt\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription CheckedVersion($id: ID!) {\n    nodeVersionStatus(id: $id) {\n      id\n      version\n      status\n      statusReason\n      findings {\n        ...ShownFinding\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription CheckedVersion($id: ID!) {\n    nodeVersionStatus(id: $id) {\n      id\n      version\n      status\n      statusReason\n      findings {\n        ...ShownFinding\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query VersionFindings($id: ID!) {\n    nodeVersion(id: $id) {\n      id\n      status\n      statusReason\n      findings {\n        ...ShownFinding\n      }\n    }\n  }\n"): (typeof documents)["\n  query VersionFindings($id: ID!) {\n    nodeVersion(id: $id) {\n      id\n      status\n      statusReason\n      findings {\n        ...ShownFinding\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreatePublisher($input: CreatePublisherInput!) {\n    createPublisher(input: $input) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation CreatePublisher($input: CreatePublisherInput!) {\n    createPublisher(input: $input) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation AcceptInvitation($id: ID!) {\n    acceptInvitation(invitationId: $id) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation AcceptInvitation($id: ID!) {\n    acceptInvitation(invitationId: $id) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeclineInvitation($id: ID!) {\n    declineInvitation(invitationId: $id) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation DeclineInvitation($id: ID!) {\n    declineInvitation(invitationId: $id) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Invite($publisherId: ID!, $input: AddPublisherMemberInput!) {\n    addPublisherMember(publisherId: $publisherId, input: $input) {\n      invitation {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Invite($publisherId: ID!, $input: AddPublisherMemberInput!) {\n    addPublisherMember(publisherId: $publisherId, input: $input) {\n      invitation {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation WithdrawInvitation($publisherId: ID!, $id: ID!) {\n    withdrawInvitation(publisherId: $publisherId, invitationId: $id) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation WithdrawInvitation($publisherId: ID!, $id: ID!) {\n    withdrawInvitation(publisherId: $publisherId, invitationId: $id) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetRole($publisherId: ID!, $input: AddPublisherMemberInput!) {\n    addPublisherMember(publisherId: $publisherId, input: $input) {\n      member {\n        id\n        role\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SetRole($publisherId: ID!, $input: AddPublisherMemberInput!) {\n    addPublisherMember(publisherId: $publisherId, input: $input) {\n      member {\n        id\n        role\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveMember($publisherId: ID!, $input: RemovePublisherMemberInput!) {\n    removePublisherMember(publisherId: $publisherId, input: $input) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveMember($publisherId: ID!, $input: RemovePublisherMemberInput!) {\n    removePublisherMember(publisherId: $publisherId, input: $input) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateToken($publisherId: ID!, $input: CreatePublisherTokenInput!) {\n    createPublisherToken(publisherId: $publisherId, input: $input) {\n      id\n      token\n    }\n  }\n"): (typeof documents)["\n  mutation CreateToken($publisherId: ID!, $input: CreatePublisherTokenInput!) {\n    createPublisherToken(publisherId: $publisherId, input: $input) {\n      id\n      token\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteToken($publisherId: ID!, $tokenId: ID!) {\n    deletePublisherToken(publisherId: $publisherId, tokenId: $tokenId) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteToken($publisherId: ID!, $tokenId: ID!) {\n    deletePublisherToken(publisherId: $publisherId, tokenId: $tokenId) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Publish($publisherId: ID!, $nodeId: ID!, $input: PublishNodeVersionInput!) {\n    publishNodeVersion(publisherId: $publisherId, nodeId: $nodeId, input: $input) {\n      signedUrl\n      nodeVersion {\n        id\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Publish($publisherId: ID!, $nodeId: ID!, $input: PublishNodeVersionInput!) {\n    publishNodeVersion(publisherId: $publisherId, nodeId: $nodeId, input: $input) {\n      signedUrl\n      nodeVersion {\n        id\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateNode($id: ID!, $input: UpdateNodeInput!) {\n    updateNode(nodeId: $id, input: $input) {\n      id\n      name\n      description\n      repository\n      tags\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateNode($id: ID!, $input: UpdateNodeInput!) {\n    updateNode(nodeId: $id, input: $input) {\n      id\n      name\n      description\n      repository\n      tags\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteNode($id: ID!) {\n    deleteNode(nodeId: $id) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteNode($id: ID!) {\n    deleteNode(nodeId: $id) {\n      id\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateVersion($id: ID!, $input: UpdateNodeVersionInput!) {\n    updateNodeVersion(versionId: $id, input: $input) {\n      id\n      deprecated\n      changelog\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateVersion($id: ID!, $input: UpdateNodeVersionInput!) {\n    updateNodeVersion(versionId: $id, input: $input) {\n      id\n      deprecated\n      changelog\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Unpublish($id: ID!) {\n    unpublishNodeVersion(versionId: $id) {\n      id\n      status\n    }\n  }\n"): (typeof documents)["\n  mutation Unpublish($id: ID!) {\n    unpublishNodeVersion(versionId: $id) {\n      id\n      status\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModerationQueue($kinds: [ModerationQueueKind!], $page: Int!) {\n    moderationQueue(kinds: $kinds, page: $page, limit: 20) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        kind\n        since\n        trusted\n        approvedVersion\n        publisher {\n          id\n          name\n        }\n        version {\n          id\n          version\n          statusReason\n          changelog\n          downloadUrl\n          archiveSize\n          node {\n            id\n            name\n          }\n        }\n        findings {\n          ...ShownFinding\n        }\n        removedFindings {\n          ...ShownFinding\n        }\n        user {\n          id\n          name\n          email\n        }\n        report {\n          id\n          nodeId\n          text\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ModerationQueue($kinds: [ModerationQueueKind!], $page: Int!) {\n    moderationQueue(kinds: $kinds, page: $page, limit: 20) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        kind\n        since\n        trusted\n        approvedVersion\n        publisher {\n          id\n          name\n        }\n        version {\n          id\n          version\n          statusReason\n          changelog\n          downloadUrl\n          archiveSize\n          node {\n            id\n            name\n          }\n        }\n        findings {\n          ...ShownFinding\n        }\n        removedFindings {\n          ...ShownFinding\n        }\n        user {\n          id\n          name\n          email\n        }\n        report {\n          id\n          nodeId\n          text\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DecideModerationQueue($input: DecideModerationQueueInput!) {\n    decideModerationQueue(input: $input) {\n      subjectId\n      error\n      message\n    }\n  }\n"): (typeof documents)["\n  mutation DecideModerationQueue($input: DecideModerationQueueInput!) {\n    decideModerationQueue(input: $input) {\n      subjectId\n      error\n      message\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CloseNodeReport($reportId: ID!, $input: CloseNodeReportInput!) {\n    closeNodeReport(reportId: $reportId, input: $input) {\n      id\n      status\n    }\n  }\n"): (typeof documents)["\n  mutation CloseNodeReport($reportId: ID!, $input: CloseNodeReportInput!) {\n    closeNodeReport(reportId: $reportId, input: $input) {\n      id\n      status\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModeratedUsers($search: String, $status: UserStatus, $page: Int!) {\n    users(search: $search, status: $status, page: $page, limit: 25) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        name\n        email\n        isAdmin\n        isApproved\n        suspendedAt\n        suspendedReason\n        createdAt\n      }\n    }\n  }\n"): (typeof documents)["\n  query ModeratedUsers($search: String, $status: UserStatus, $page: Int!) {\n    users(search: $search, status: $status, page: $page, limit: 25) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        name\n        email\n        isAdmin\n        isApproved\n        suspendedAt\n        suspendedReason\n        createdAt\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ApproveUser($userId: ID!) {\n    approveUser(userId: $userId) {\n      id\n      isApproved\n    }\n  }\n"): (typeof documents)["\n  mutation ApproveUser($userId: ID!) {\n    approveUser(userId: $userId) {\n      id\n      isApproved\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation WithdrawUserApproval($userId: ID!, $reason: String) {\n    withdrawUserApproval(userId: $userId, input: { reason: $reason }) {\n      id\n      isApproved\n    }\n  }\n"): (typeof documents)["\n  mutation WithdrawUserApproval($userId: ID!, $reason: String) {\n    withdrawUserApproval(userId: $userId, input: { reason: $reason }) {\n      id\n      isApproved\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SuspendUser($userId: ID!, $reason: String!) {\n    suspendUser(userId: $userId, input: { reason: $reason }) {\n      id\n      suspendedAt\n      suspendedReason\n    }\n  }\n"): (typeof documents)["\n  mutation SuspendUser($userId: ID!, $reason: String!) {\n    suspendUser(userId: $userId, input: { reason: $reason }) {\n      id\n      suspendedAt\n      suspendedReason\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReinstateUser($userId: ID!) {\n    reinstateUser(userId: $userId) {\n      id\n      suspendedAt\n      suspendedReason\n    }\n  }\n"): (typeof documents)["\n  mutation ReinstateUser($userId: ID!) {\n    reinstateUser(userId: $userId) {\n      id\n      suspendedAt\n      suspendedReason\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModeratedStates($id: ID!) {\n    node(id: $id) {\n      id\n      name\n      status\n      statusDetail\n    }\n    publisher(id: $id) {\n      id\n      name\n      status\n    }\n  }\n"): (typeof documents)["\n  query ModeratedStates($id: ID!) {\n    node(id: $id) {\n      id\n      name\n      status\n      statusDetail\n    }\n    publisher(id: $id) {\n      id\n      name\n      status\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BanNode($id: ID!, $reason: String) {\n    banNode(nodeId: $id, input: { reason: $reason }) {\n      id\n      status\n      statusDetail\n    }\n  }\n"): (typeof documents)["\n  mutation BanNode($id: ID!, $reason: String) {\n    banNode(nodeId: $id, input: { reason: $reason }) {\n      id\n      status\n      statusDetail\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnbanNode($id: ID!, $reason: String) {\n    unbanNode(nodeId: $id, input: { reason: $reason }) {\n      id\n      status\n      statusDetail\n    }\n  }\n"): (typeof documents)["\n  mutation UnbanNode($id: ID!, $reason: String) {\n    unbanNode(nodeId: $id, input: { reason: $reason }) {\n      id\n      status\n      statusDetail\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation BanPublisher($id: ID!, $reason: String) {\n    banPublisher(publisherId: $id, input: { reason: $reason }) {\n      id\n      status\n    }\n  }\n"): (typeof documents)["\n  mutation BanPublisher($id: ID!, $reason: String) {\n    banPublisher(publisherId: $id, input: { reason: $reason }) {\n      id\n      status\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UnbanPublisher($id: ID!, $reason: String) {\n    unbanPublisher(publisherId: $id, input: { reason: $reason }) {\n      id\n      status\n    }\n  }\n"): (typeof documents)["\n  mutation UnbanPublisher($id: ID!, $reason: String) {\n    unbanPublisher(publisherId: $id, input: { reason: $reason }) {\n      id\n      status\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ModeratedAudit($action: String, $actor: String, $publisherId: ID, $subjectId: String, $page: Int!) {\n    auditLog(action: $action, actor: $actor, publisherId: $publisherId, subjectId: $subjectId, page: $page, limit: 50) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        at\n        action\n        actor\n        subjectKind\n        subjectId\n        fromState\n        toState\n        reason\n        before\n        after\n      }\n    }\n  }\n"): (typeof documents)["\n  query ModeratedAudit($action: String, $actor: String, $publisherId: ID, $subjectId: String, $page: Int!) {\n    auditLog(action: $action, actor: $actor, publisherId: $publisherId, subjectId: $subjectId, page: $page, limit: 50) {\n      total\n      page\n      hasNextPage\n      nodes {\n        id\n        at\n        action\n        actor\n        subjectKind\n        subjectId\n        fromState\n        toState\n        reason\n        before\n        after\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query DeadJobs {\n    deadJobs {\n      id\n      kind\n      failedAt\n      error\n      data\n    }\n  }\n"): (typeof documents)["\n  query DeadJobs {\n    deadJobs {\n      id\n      kind\n      failedAt\n      error\n      data\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReplayDeadJobs {\n    replayDeadJobs\n  }\n"): (typeof documents)["\n  mutation ReplayDeadJobs {\n    replayDeadJobs\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment NodeCard on Node {\n    id\n    name\n    description\n    tags\n    downloads\n    repoHostStars\n    supportedOs\n    supportedAccelerators\n    updatedAt\n    publisher {\n      id\n      name\n    }\n    latestVersion {\n      id\n      version\n      createdAt\n    }\n  }\n"): (typeof documents)["\n  fragment NodeCard on Node {\n    id\n    name\n    description\n    tags\n    downloads\n    repoHostStars\n    supportedOs\n    supportedAccelerators\n    updatedAt\n    publisher {\n      id\n      name\n    }\n    latestVersion {\n      id\n      version\n      createdAt\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Catalogue($search: String, $filter: NodeFilter, $orderBy: [NodeOrder!], $page: Int!, $limit: Int!) {\n    searchNodes(search: $search, filter: $filter, orderBy: $orderBy, page: $page, limit: $limit) {\n      total\n      page\n      limit\n      totalPages\n      nodes {\n        ...NodeCard\n      }\n    }\n  }\n"): (typeof documents)["\n  query Catalogue($search: String, $filter: NodeFilter, $orderBy: [NodeOrder!], $page: Int!, $limit: Int!) {\n    searchNodes(search: $search, filter: $filter, orderBy: $orderBy, page: $page, limit: $limit) {\n      total\n      page\n      limit\n      totalPages\n      nodes {\n        ...NodeCard\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query NodePage($id: ID!) {\n    node(id: $id) {\n      ...NodeCard\n      author\n      license\n      repository\n      rating\n      status\n      supportedCoreuiVersion\n      supportedCoreuiFrontendVersion\n      preemptedCoreNodeNames\n      createdAt\n      downloadStatistics {\n        day\n        version\n        downloads\n      }\n      versions(first: 20) {\n        totalCount\n        nodes {\n          id\n          version\n          changelog\n          createdAt\n          deprecated\n          dependencies\n          downloadUrl\n          archiveSize\n          archiveSha256\n          coreNodeExtractStatus\n          findingCounts {\n            hold\n            warn\n            note\n          }\n        }\n      }\n      coreNodes(first: 100) {\n        totalCount\n        nodes {\n          id\n          coreNodeName\n          displayName\n          category\n          description\n          deprecated\n          experimental\n          inputTypes\n          returnTypes\n          returnNames\n          outputIsList\n        }\n      }\n      translations {\n        language\n        fields\n        source\n      }\n    }\n  }\n"): (typeof documents)["\n  query NodePage($id: ID!) {\n    node(id: $id) {\n      ...NodeCard\n      author\n      license\n      repository\n      rating\n      status\n      supportedCoreuiVersion\n      supportedCoreuiFrontendVersion\n      preemptedCoreNodeNames\n      createdAt\n      downloadStatistics {\n        day\n        version\n        downloads\n      }\n      versions(first: 20) {\n        totalCount\n        nodes {\n          id\n          version\n          changelog\n          createdAt\n          deprecated\n          dependencies\n          downloadUrl\n          archiveSize\n          archiveSha256\n          coreNodeExtractStatus\n          findingCounts {\n            hold\n            warn\n            note\n          }\n        }\n      }\n      coreNodes(first: 100) {\n        totalCount\n        nodes {\n          id\n          coreNodeName\n          displayName\n          category\n          description\n          deprecated\n          experimental\n          inputTypes\n          returnTypes\n          returnNames\n          outputIsList\n        }\n      }\n      translations {\n        language\n        fields\n        source\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query PublisherPage($id: ID!, $after: String) {\n    publisher(id: $id) {\n      id\n      name\n      description\n      website\n      support\n      sourceCodeRepo\n      createdAt\n      status\n      members {\n        id\n        role\n        user {\n          id\n          name\n        }\n      }\n      nodes(first: 50, after: $after) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...NodeCard\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query PublisherPage($id: ID!, $after: String) {\n    publisher(id: $id) {\n      id\n      name\n      description\n      website\n      support\n      sourceCodeRepo\n      createdAt\n      status\n      members {\n        id\n        role\n        user {\n          id\n          name\n        }\n      }\n      nodes(first: 50, after: $after) {\n        totalCount\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...NodeCard\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription Changes($since: String) {\n    changes(since: $since) {\n      next\n      changes {\n        subjectKind\n        subjectId\n        status\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription Changes($since: String) {\n    changes(since: $since) {\n      next\n      changes {\n        subjectKind\n        subjectId\n        status\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query WorkflowPlan($workflow: Workflow!, $nodes: [NodeRequestInput!]) {\n    resolve(input: { workflow: $workflow, nodes: $nodes }) {\n      complete\n      method\n      builtIn\n      python\n      nodes {\n        nodeId\n        node {\n          id\n          name\n          repository\n          publisher {\n            id\n            name\n          }\n        }\n        version\n        provides\n        reason\n        alreadyInstalled\n        install {\n          kind\n          url\n          sha256\n        }\n        warnings {\n          code\n          message\n        }\n        alternatives {\n          nodeId\n          provides\n          whyNot\n        }\n      }\n      missing {\n        name\n        usedBy\n        suggestions {\n          name\n          nodeId\n        }\n      }\n      conflicts {\n        package\n        message\n        requirements {\n          nodeId\n          version\n          spec\n        }\n      }\n      notJudged {\n        nodeId\n        requirement\n        why\n      }\n    }\n  }\n"): (typeof documents)["\n  query WorkflowPlan($workflow: Workflow!, $nodes: [NodeRequestInput!]) {\n    resolve(input: { workflow: $workflow, nodes: $nodes }) {\n      complete\n      method\n      builtIn\n      python\n      nodes {\n        nodeId\n        node {\n          id\n          name\n          repository\n          publisher {\n            id\n            name\n          }\n        }\n        version\n        provides\n        reason\n        alreadyInstalled\n        install {\n          kind\n          url\n          sha256\n        }\n        warnings {\n          code\n          message\n        }\n        alternatives {\n          nodeId\n          provides\n          whyNot\n        }\n      }\n      missing {\n        name\n        usedBy\n        suggestions {\n          name\n          nodeId\n        }\n      }\n      conflicts {\n        package\n        message\n        requirements {\n          nodeId\n          version\n          spec\n        }\n      }\n      notJudged {\n        nodeId\n        requirement\n        why\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReviewNode($nodeId: ID!, $star: Int!) {\n    reviewNode(nodeId: $nodeId, input: { star: $star }) {\n      id\n      rating\n      reviewCount\n    }\n  }\n"): (typeof documents)["\n  mutation ReviewNode($nodeId: ID!, $star: Int!) {\n    reviewNode(nodeId: $nodeId, input: { star: $star }) {\n      id\n      rating\n      reviewCount\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation ReportNode($nodeId: ID!, $text: String!) {\n    reportNode(nodeId: $nodeId, input: { text: $text }) {\n      id\n    }\n  }\n"): (typeof documents)["\n  mutation ReportNode($nodeId: ID!, $text: String!) {\n    reportNode(nodeId: $nodeId, input: { text: $text }) {\n      id\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;