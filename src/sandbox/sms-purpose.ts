import type { CaptchaPurpose } from '#contract/auth.ts'

const smsPurposeLabels: Record<CaptchaPurpose, string> = {
  login: '登录',
  register: '注册',
  reset_password: '重置密码',
  wechat_bind: '绑定微信',
  step_up: '身份验证',
  change_phone: '更换手机号',
  sub_account: '接受子账号邀请',
}

/** What a code is for; a kind this build does not know keeps its own name. */
export const formatSmsPurpose = (type: string): string => (smsPurposeLabels as Record<string, string>)[type] ?? type
