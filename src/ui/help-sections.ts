/** Sections of the help centre in order: folder in `articles/` → heading. */
export const helpSections = {
  start: '开始使用',
  instance: '实例',
  access: '连接实例',
  data: '数据与镜像',
  billing: '计费与费用',
  account: '账户',
  api: 'API',
  support: '疑难解答',
  legal: '协议',
} as const
export type HelpSectionName = keyof typeof helpSections
