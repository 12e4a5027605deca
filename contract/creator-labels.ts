/** Labels for creators and their statements; free of zod because the pages of the site import this file. */

export const creatorFields = {
  training: '模型训练与微调',
  inference: '推理与部署',
  vision: '计算机视觉',
  language: '自然语言处理',
  speech: '语音',
  science: '科学计算',
  tools: '开发环境与工具',
  other: '其他',
} as const
export type CreatorField = keyof typeof creatorFields

/** State of one application. */
export const creatorAuditStates = { pending: '待审核', approved: '已通过', refused: '已驳回' } as const
export type CreatorAuditState = keyof typeof creatorAuditStates

/** State of a person: the last application, and whether the creator status was revoked after approval. */
export const creatorStandings = { none: '未申请', ...creatorAuditStates, revoked: '资格已收回' } as const
export type CreatorStanding = keyof typeof creatorStandings

export const statementStates = { open: '本月进行中', settled: '已结算，待入账', posted: '已入账' } as const
export type StatementState = keyof typeof statementStates

export const statementSources = { usage: '按量计费', order: '包日、包周' } as const
export type StatementSource = keyof typeof statementSources
