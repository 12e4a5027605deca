import type { LoginEffect, LoginState, Mode } from './login.state.ts'

/** What a state becomes and what has to happen. */
export interface Step {
  state: LoginState
  effects: LoginEffect[]
}

export const still = (state: LoginState): Step => ({ state, effects: [] })

/** Codes and passwords belong to one form and do not travel; the phone does, and so does a scan that has no account yet. */
export function changeMode(state: LoginState, mode: Mode): LoginState {
  const values = { ...state.values, password: '', captcha: '' }
  return { ...state, phase: 'editing', notice: null, errors: {}, qr: { is: 'none' }, mode, values }
}

/** A fresh code where one is to be shown, and none anywhere else. */
export function withQr(state: LoginState): Step {
  if (state.mode !== 'login' || state.method !== 'wechat') return still({ ...state, qr: { is: 'none' } })
  return { state: { ...state, qr: { is: 'fetching' } }, effects: [{ do: 'fetch_qr' }] }
}
