import { codes } from '#contract/codes.ts'
import type { LoginEvent, LoginState, Qr, Refusal } from './login.state.ts'
import { changeMode, type Step, still, withQr } from './login.step.ts'

type ScanEvent = Extract<LoginEvent, { is: 'qr_fetched' | 'qr_failed' | 'scan_completed' | 'scan_answered' }>

/** Nobody will answer otherwise, however often one asks. */
const final = new Set<string>([codes.wechat_expired.code, codes.wechat_declined.code, codes.account_frozen.code])

/** What a refused poll makes of the code on the screen. */
export function afterPoll(qr: Extract<Qr, { is: 'shown' }>, { code, message }: Refusal): Qr {
  if (final.has(code)) return { is: 'ended', text: message }
  // spec §8: a poll that failed is made again, and says nothing new of the scan
  const known = code === codes.wechat_waiting.code || code === codes.wechat_scanned.code
  return { ...qr, scanned: known ? code === codes.wechat_scanned.code : qr.scanned }
}

/** What the poll says of the code on the screen (spec §4); what is said of another one is too late to matter. */
function scanAnswered(state: LoginState, scene_str: string, refusal: Refusal): Step {
  const { qr } = state
  if (qr.is !== 'shown' || qr.code.scene_str !== scene_str) return still(state)
  if (refusal.code === codes.wechat_not_bound.code) {
    const bind: LoginState = { ...changeMode(state, 'wechat_bind'), scene_str, notice: { tone: 'info', text: refusal.message } } // spec §8
    return { state: bind, effects: [{ do: 'focus', field: 'phone' }] }
  }
  const next = afterPoll(qr, refusal)
  return { state: { ...state, qr: next }, effects: next.is === 'shown' ? [{ do: 'poll', scene_str }] : [] }
}

/** The part of the login machine that a phone drives. */
export function scanStep(state: LoginState, event: ScanEvent): Step {
  switch (event.is) {
    case 'qr_fetched': {
      if (state.qr.is !== 'fetching') return still(state)
      const { scene_str } = event.code
      return { state: { ...state, qr: { is: 'shown', code: event.code, scanned: false } }, effects: [{ do: 'poll', scene_str }] }
    }
    case 'qr_failed':
      return still(state.qr.is === 'fetching' ? { ...state, qr: { is: 'ended', text: event.message } } : state)
    case 'scan_completed': {
      if (state.qr.is !== 'shown' || state.qr.code.scene_str !== event.scene_str) return still(state)
      const { token, message } = event
      return { state: { ...state, phase: 'entering' }, effects: [{ do: 'enter', token, message }] }
    }
    case 'scan_answered':
      return scanAnswered(state, event.scene_str, event.refusal)
  }
}

/** The scene a form carries is past its time: binding begins anew with a code, registering goes on without it. */
export function loseScene(state: LoginState): Step {
  if (state.mode === 'wechat_bind') {
    const { state: begun, effects } = withQr({ ...changeMode(state, 'login'), method: 'wechat', scene_str: null })
    return { state: { ...begun, notice: { tone: 'warning', text: codes.wechat_expired.message } }, effects }
  }
  const text = '微信扫码已过期。再点一次「注册」即可继续，微信可以在登录后绑定'
  return still({ ...state, phase: 'editing', scene_str: null, notice: { tone: 'warning', text } })
}
