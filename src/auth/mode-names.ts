import type { Mode } from './login.state.ts'

export const mode_names: Record<Mode, string> = {
  login: '登录',
  register: '注册',
  reset_password: '重置密码',
  wechat_bind: '绑定微信',
}
