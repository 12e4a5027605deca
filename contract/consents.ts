/**
 * Text of each consent, as the checkbox shows it. Its hash is stored with time and address. A changed text counts as a new
 * consent; earlier consents stay on record (PIPL art. 14, 29).
 */
export const consentTexts = {
  real_name: '我同意平台处理我的姓名和身份证号，用于实名认证',
  company: '我已获得企业授权，同意平台处理营业执照与法定代表人信息，用于企业认证',
  university: '我同意平台处理我的学号或工号与证件照片，用于高校认证',
  creator: '我已阅读并同意创作者规则：内容由我负责，收益按月对账，扣费口径以本页公布的规则为准',
  close_account: '我已了解注销的后果，7 天后个人信息将被删除，无法恢复',
} as const
export type ConsentPurpose = keyof typeof consentTexts
