import type { AuthTokens } from '#contract/auth.ts'
import type { UserInfo } from '#contract/users.ts'

export const buildToken = (change: Partial<AuthTokens> = {}): AuthTokens => ({
  access: 'access-1',
  refresh: 'refresh-1',
  userId: 'user-1',
  ...change,
})

export const buildUser = (change: Partial<UserInfo> = {}): UserInfo => ({
  id: 'user-1',
  uuid: '7f3c1d9e-2b44-4c1a-9a55-0f6f5f1f2a10',
  nickname: '林深见鹿',
  avatar_id: null,
  phone: '138****8000',
  real_name: { passed: 'T', name: '林*' },
  is_creator: false,
  is_tencent: false,
  total_amount: '1286.40',
  account_type: 'main',
  role: 'user',
  second_factor: 'off',
  directory: null,
  invite_code: 'ZS8K2Q',
  created_at: '2026-11-01T00:00:00Z',
  ...change,
})

/** As if signed in before the page was opened. */
export const storeToken = (token: AuthTokens = buildToken()): void => {
  localStorage.setItem('token', JSON.stringify(token))
  localStorage.setItem('access_token', token.access)
}
