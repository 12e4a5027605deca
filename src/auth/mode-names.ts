import type { LoginMode } from './login.state.ts'

export const loginModeLabels: Record<LoginMode, string> = {
  login: '登录',
  register: '注册',
  reset_password: '重置密码',
  wechat_bind: '绑定微信',
  second_step: '两步验证',
}
