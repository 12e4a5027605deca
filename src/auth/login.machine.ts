import { resultCodes } from '#contract/codes.ts'
import {
  computePolledQr,
  findLoginFault,
  findLoginFaults,
  findSendPhoneFault,
  isSendingCode,
  type LoginEffect,
  type LoginEvent,
  type LoginField,
  type LoginMode,
  type LoginRefusal,
  type LoginState,
  toLoginErrors,
} from './login.state.ts'

/** Next state and the effects to run. */
interface Step {
  state: LoginState
  effects: LoginEffect[]
}

const keepState = (state: LoginState): Step => ({ state, effects: [] })

/** Changes the mode. Clears codes and password, which belong to one form; keeps the phone and a scan without an account. */
function changeMode(state: LoginState, mode: LoginMode): LoginState {
  const values = { ...state.values, password: '', captcha: '', code: '', recovery_code: '' }
  return { ...state, phase: 'editing', notice: null, errors: {}, qr: { is: 'none' }, second_step: null, mode, values }
}

/** Requests a fresh QR code if the form shows one; removes it otherwise. */
function withQr(state: LoginState): Step {
  if (state.mode !== 'login' || state.method !== 'wechat') return keepState({ ...state, qr: { is: 'none' } })
  return { state: { ...state, qr: { is: 'fetching' } }, effects: [{ do: 'fetch_qr' }] }
}

/** Goes on to the second step, if that is why a sign-in was refused. */
function beginSecondStep(state: LoginState, { code, ticket }: LoginRefusal): Step | undefined {
  if (code !== resultCodes.second_factor_required.code || !ticket) return undefined
  return {
    state: { ...changeMode(state, 'second_step'), scene_str: null, second_step: { ticket: ticket.token, by: 'code' } },
    effects: [{ do: 'focus', field: 'code' }],
  }
}

type ScanEvent = Extract<LoginEvent, { is: 'qr_fetched' | 'qr_failed' | 'scan_completed' | 'scan_answered' }>

/** Applies the poll result of the displayed QR code (requirements §4); ignores a late result of another code. */
function handleScanAnswer(state: LoginState, sceneStr: string, refusal: LoginRefusal): Step {
  const { qr } = state
  if (qr.is !== 'shown' || qr.code.scene_str !== sceneStr) return keepState(state)
  const secondStep = beginSecondStep(state, refusal)
  if (secondStep) return secondStep
  if (refusal.code === resultCodes.wechat_not_bound.code) {
    const bind: LoginState = {
      ...changeMode(state, 'wechat_bind'),
      scene_str: sceneStr,
      notice: { tone: 'info', text: refusal.message },
    } // requirements §8
    return { state: bind, effects: [{ do: 'focus', field: 'phone' }] }
  }
  const next = computePolledQr(qr, refusal)
  return { state: { ...state, qr: next }, effects: next.is === 'shown' ? [{ do: 'poll', scene_str: sceneStr }] : [] }
}

/** Handles the events of the QR scan. */
function scanStep(state: LoginState, event: ScanEvent): Step {
  switch (event.is) {
    case 'qr_fetched': {
      if (state.qr.is !== 'fetching') return keepState(state)
      const { scene_str: sceneStr } = event.code
      return {
        state: { ...state, qr: { is: 'shown', code: event.code, scanned: false } },
        effects: [{ do: 'poll', scene_str: sceneStr }],
      }
    }
    case 'qr_failed':
      return keepState(state.qr.is === 'fetching' ? { ...state, qr: { is: 'ended', text: event.message } } : state)
    case 'scan_completed': {
      if (state.qr.is !== 'shown' || state.qr.code.scene_str !== event.scene_str) return keepState(state)
      const { token, message } = event
      return { state: { ...state, phase: 'entering' }, effects: [{ do: 'enter', token, message }] }
    }
    case 'scan_answered':
      return handleScanAnswer(state, event.scene_str, event.refusal)
  }
}

/** Drops an expired scene: binding restarts with a new QR code, registration continues without it. */
function dropScene(state: LoginState): Step {
  if (state.mode === 'wechat_bind') {
    const { state: begun, effects } = withQr({ ...changeMode(state, 'login'), method: 'wechat', scene_str: null })
    return { state: { ...begun, notice: { tone: 'warning', text: resultCodes.wechat_expired.message } }, effects }
  }
  const text = '微信扫码已过期。再点一次「注册」即可继续，微信可以在登录后绑定'
  return keepState({ ...state, phase: 'editing', scene_str: null, notice: { tone: 'warning', text } })
}

const accountType = 'main'

function focusFirst(errors: LoginState['errors']): LoginEffect[] {
  const field = Object.keys(errors)[0] as LoginField | undefined
  return field ? [{ do: 'focus', field }] : []
}

function askCaptcha(state: LoginState): Step {
  const { phone } = state.values
  const fault = findSendPhoneFault(phone)
  if (fault) {
    const effects: LoginEffect[] = [
      { do: 'toast', text: fault }, // requirements §5
      { do: 'focus', field: 'phone' },
    ]
    return { state: { ...state, errors: { ...state.errors, phone: fault } }, effects }
  }
  const clean = { ...state, notice: null, errors: { ...state.errors, phone: undefined } }
  // requirements §5: a registration checks the phone before it sends
  if (state.mode === 'register') {
    return { state: { ...clean, phase: 'checking_phone' }, effects: [{ do: 'check_phone', phone }] }
  }
  return sendCaptcha(clean)
}

function sendCaptcha(state: LoginState): Step {
  const { mode, values, scene_str: sceneStr } = state
  if (mode === 'second_step') return keepState(state)
  const scanned = mode === 'wechat_bind' && sceneStr !== null
  return {
    state: { ...state, phase: 'sending_captcha' },
    effects: [{ do: 'send_captcha', phone: values.phone, captcha_type: mode, ...(scanned && { scene_str: sceneStr }) }],
  }
}

/** Handles an already registered phone: switches to sign-in, or to binding after a WeChat scan. */
function handlePhoneTaken(state: LoginState): Step {
  if (state.onlyRegister) return handleRefusal(state, { ...resultCodes.phone_taken })
  const { state: next, effects } = withQr({
    ...changeMode(state, state.scene_str === null ? 'login' : 'wechat_bind'),
    method: state.method === 'wechat' ? 'password' : state.method,
  })
  const proof = next.mode === 'login' && next.method === 'password' ? 'password' : 'captcha'
  return {
    state: { ...next, notice: { tone: 'info', text: resultCodes.phone_taken.message } },
    effects: [...effects, { do: 'focus', field: proof }],
  }
}

function requestOf(state: LoginState): LoginEffect {
  const { phone, password, captcha, invite_code: inviteCode } = state.values
  const sceneStr = state.scene_str ?? undefined
  if (state.mode === 'register') {
    const more = { ...(inviteCode && { invite_code: inviteCode }), ...(sceneStr && { scene_str: sceneStr }) }
    return { do: 'register', body: { account_type: accountType, phone, captcha, password, ...more } }
  }
  if (state.mode === 'reset_password') return { do: 'reset_password', body: { phone, captcha, password } }
  if (state.second_step) {
    const { ticket, by } = state.second_step
    return { do: 'second_step', body: { ticket, [by]: state.values[by] } }
  }
  if (state.mode === 'wechat_bind')
    return { do: 'login', body: { account_type: 'wechat-bind', phone, captcha, scene_str: sceneStr } }
  return { do: 'login', body: { account_type: accountType, phone, ...(state.method === 'sms' ? { captcha } : { password }) } }
}

function submit(state: LoginState): Step {
  if (state.mode === 'login' && state.method === 'wechat') return keepState(state) // the phone submits
  const errors = findLoginFaults(state)
  if (Object.keys(errors).length > 0) return { state: { ...state, errors, notice: null }, effects: focusFirst(errors) }
  return { state: { ...state, errors: {}, notice: null, phase: 'submitting' }, effects: [requestOf(state)] }
}

/** Goes back to the first step, with the phone filled in: the ticket is over. */
function restartSignIn(state: LoginState, { message }: LoginRefusal): Step {
  const { state: begun, effects } = withQr(changeMode(state, 'login'))
  return { state: { ...begun, notice: { tone: 'warning', text: message } }, effects }
}

function handleRefusal(state: LoginState, refusal: LoginRefusal): Step {
  const secondStep = beginSecondStep(state, refusal)
  if (secondStep) return secondStep
  if (state.mode === 'second_step' && refusal.code === resultCodes.sign_in_ticket_gone.code) return restartSignIn(state, refusal)
  if (state.scene_str !== null && refusal.code === resultCodes.wechat_expired.code) return dropScene(state)
  // requirements §4: after a scan without an account, registration continues with the phone filled in
  if (state.mode === 'wechat_bind' && refusal.code === resultCodes.phone_not_registered.code) {
    return keepState({
      ...changeMode(state, 'register'),
      notice: { tone: 'warning', text: resultCodes.phone_not_registered.message },
    })
  }
  const wait: LoginEffect[] =
    state.mode !== 'second_step' && isSendingCode(state.phase) && refusal.retry_after
      ? [{ do: 'start_countdown', mode: state.mode, seconds: refusal.retry_after }]
      : []
  const errors = toLoginErrors(state, refusal)
  // an unknown invite code from the link must stay editable, otherwise it would block the registration
  const inviteLocked = state.inviteLocked && !errors.invite_code
  return {
    state: {
      ...state,
      phase: 'editing',
      errors: { ...state.errors, ...errors },
      notice: null,
      inviteLocked,
      values: { ...state.values, code: '' }, // a code counts once: the next try is another one
    },
    effects: [{ do: 'toast', text: refusal.message }, ...wait, ...focusFirst(errors)], // requirements §8
  }
}

/** Returns whether a field can be edited: always while editing; while a code is sent, all fields except the phone. */
export const canEditField = ({ phase }: LoginState, field: LoginField): boolean =>
  phase === 'editing' || (field !== 'phone' && isSendingCode(phase))

/** Handles user actions, which are ignored while a call is running; typing is handled elsewhere. Returns null for no change. */
function reduceIdleEvent(state: LoginState, event: LoginEvent): Step | null {
  if (state.phase !== 'editing') return null
  switch (event.is) {
    case 'mode_chosen': {
      if (state.onlyRegister || event.mode === state.mode) return null
      const registering = event.mode === 'register' // keeps the scan
      return withQr({ ...changeMode(state, event.mode), scene_str: registering ? state.scene_str : null })
    }
    case 'proof_chosen': {
      if (!state.second_step) return null
      const next = { ...state, second_step: { ...state.second_step, by: event.by }, errors: {}, notice: null }
      return { state: next, effects: [{ do: 'focus', field: event.by }] }
    }
    case 'method_chosen':
      if (event.method === state.method) return null
      return withQr({ ...state, method: event.method, errors: {}, notice: null })
    case 'qr_asked':
      return state.qr.is === 'fetching' ? null : withQr({ ...state, notice: null })
    case 'captcha_asked':
      return askCaptcha(state)
    case 'submitted':
      return submit(state)
    default:
      return null
  }
}

/** Returns the next state and the effects of one event of the login dialog (requirements §4). Does no I/O. */
export function reduceLogin(state: LoginState, event: LoginEvent): Step {
  switch (event.is) {
    case 'edited': {
      if (!canEditField(state, event.field)) return keepState(state)
      const values = { ...state.values, [event.field]: event.value }
      return keepState({ ...state, values, errors: { ...state.errors, [event.field]: undefined } })
    }
    case 'agreed':
      return keepState({
        ...state,
        values: { ...state.values, agreed: event.agreed },
        errors: { ...state.errors, agreed: undefined },
      })
    case 'left': {
      if (!state.values[event.field] || state.errors[event.field]) return keepState(state)
      return keepState({ ...state, errors: { ...state.errors, [event.field]: findLoginFault(state, event.field) } })
    }
    case 'phone_checked':
      return event.registered ? handlePhoneTaken(state) : sendCaptcha(state)
    case 'challenged':
      return keepState({ ...state, phase: 'solving' })
    case 'captcha_sent':
      if (state.mode === 'second_step') return keepState(state)
      return {
        state: { ...state, phase: 'editing', notice: { tone: 'success', text: event.message } },
        effects: [
          { do: 'start_countdown', mode: state.mode, seconds: event.resend_after },
          { do: 'focus', field: 'captcha' },
        ],
      }
    case 'registered': {
      // requirements §4: a new account is signed in with the password just chosen
      const { phone, password } = state.values
      const login: LoginState = { ...state, mode: 'login', method: 'password', scene_str: null, onlyRegister: false }
      return { state: login, effects: [{ do: 'login', body: { account_type: accountType, phone, password } }] }
    }
    case 'password_reset':
      return keepState({ ...changeMode(state, 'login'), method: 'password', notice: { tone: 'success', text: event.message } })
    case 'signed_in':
      return { state: { ...state, phase: 'entering' }, effects: [{ do: 'enter', token: event.token, message: event.message }] }
    case 'refused':
      return handleRefusal(state, event.refusal)
    case 'user_failed': {
      return withQr({ ...state, phase: 'editing', notice: null })
    }
    case 'qr_fetched':
    case 'qr_failed':
    case 'scan_completed':
    case 'scan_answered':
      return scanStep(state, event)
    default:
      return reduceIdleEvent(state, event) ?? keepState(state)
  }
}
