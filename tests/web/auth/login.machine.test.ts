import { describe, expect, it } from 'vitest'
import { canEditField, reduceLogin } from '#src/auth/login.machine.ts'
import { createLoginState, type LoginEvent, type LoginState, type LoginValues } from '#src/auth/login.state.ts'

const phone = '13800138000'
const token = { access: 'a', refresh: 'r', userId: 'u' }
const start = (change: Partial<LoginState> = {}, values: Partial<LoginValues> = {}): LoginState => {
  const state = createLoginState({ mode: change.mode ?? 'login' })
  return { ...state, ...change, values: { ...state.values, ...values } }
}
const play = (state: LoginState, ...events: LoginEvent[]) =>
  events.reduce((last, event) => reduceLogin(last.state, event), { state, effects: [] } as ReturnType<typeof reduceLogin>)

describe('§4 Login dialog: modes', () => {
  it('moves between the tabs and takes the phone along, but no code and no password', () => {
    const { state } = play(start({}, { phone, password: 'abcd1234', captcha: '123456' }), {
      is: 'mode_chosen',
      mode: 'register',
    })
    expect(state).toMatchObject({ mode: 'register', values: { phone, password: '', captcha: '' }, errors: {} })
  })

  it('keeps a signed-in user on the register tab', () => {
    const only = createLoginState({ mode: 'login', onlyRegister: true })
    expect(only.mode).toBe('register')
    expect(play(only, { is: 'mode_chosen', mode: 'login' }).state.mode).toBe('register')
  })

  it('locks an invite code that came from the link, but not a damaged one', () => {
    const from = (inviteCode: string | null) => createLoginState({ mode: 'register', invite_code: inviteCode })
    expect(from('ZS8K2Q')).toMatchObject({ inviteLocked: true, values: { invite_code: 'ZS8K2Q' } })
    expect(from('ZS8')).toMatchObject({ inviteLocked: false, values: { invite_code: '' } })
    expect(from(null).inviteLocked).toBe(false)
  })

  it('changes nothing but untouched fields while a call is under way', () => {
    const busy = start({ phase: 'submitting' }, { phone })
    expect(play(busy, { is: 'mode_chosen', mode: 'register' }).state).toBe(busy)
    expect(play(busy, { is: 'submitted' }).effects).toEqual([])
    expect(play(busy, { is: 'edited', field: 'phone', value: '1' }).state).toBe(busy)
    expect(canEditField(start({ phase: 'sending_captcha' }), 'password')).toBe(true)
    expect(canEditField(start({ phase: 'sending_captcha' }), 'phone')).toBe(false)
  })
})

describe('§5 Validation before anything is sent', () => {
  const faults = (state: LoginState) => play(state, { is: 'submitted' })

  it('names every empty field of the password login and goes to the first', () => {
    const { state, effects } = faults(start())
    expect(state.errors).toEqual({ phone: '请输入手机号', password: '请输入密码' })
    expect(effects).toEqual([{ do: 'focus', field: 'phone' }])
  })

  it('names every empty field of the SMS login', () => {
    expect(faults(start({ method: 'sms' })).state.errors).toEqual({ phone: '请输入手机号', captcha: '请输入验证码' })
  })

  it('names every fault of a registration', () => {
    const wrong = start({ mode: 'register' }, { phone: '12345', captcha: '12', password: 'abcdefgh', invite_code: 'ABC' })
    expect(faults(wrong).state.errors).toEqual({
      phone: '请输入正确的手机号',
      captcha: '请输入4-6位数字！',
      password: '请输入8-16位包含数字、字母和符号至少任意两种的密码',
      invite_code: '邀请码为6位',
      agreed: '请勾选注册协议',
    })
  })

  it('takes a number starting with 2 at login and nowhere else', () => {
    const odd = { phone: '20000000000', password: 'abcd1234', captcha: '123456', agreed: true }
    expect(faults(start({}, odd)).state.errors).toEqual({})
    expect(faults(start({ mode: 'reset_password' }, odd)).state.errors).toEqual({ phone: '请输入正确的手机号' })
  })

  it('judges a field when it is left, but not an empty one', () => {
    expect(play(start(), { is: 'left', field: 'phone' }).state.errors.phone).toBeUndefined()
    expect(play(start({}, { phone: '123' }), { is: 'left', field: 'phone' }).state.errors.phone).toBe('请输入正确的手机号')
  })

  it('forgets the fault as soon as the field is edited', () => {
    const left = play(start({}, { phone: '123' }), { is: 'left', field: 'phone' }, { is: 'edited', field: 'phone', value: phone })
    expect(left.state.errors.phone).toBeUndefined()
  })
})

describe('§4 SMS code', () => {
  it('sends at once for login and reset', () => {
    for (const mode of ['login', 'reset_password'] as const) {
      const { state, effects } = play(start({ mode, method: 'sms' }, { phone }), { is: 'captcha_asked' })
      expect(state.phase).toBe('sending_captcha')
      expect(effects).toEqual([{ do: 'send_captcha', phone, captcha_type: mode }])
    }
  })

  it('checks the phone first for a registration, then sends', () => {
    const asked = play(start({ mode: 'register' }, { phone }), { is: 'captcha_asked' })
    expect(asked.effects).toEqual([{ do: 'check_phone', phone }])
    const checked = play(asked.state, { is: 'phone_checked', registered: false })
    expect(checked.effects).toEqual([{ do: 'send_captcha', phone, captcha_type: 'register' }])
  })

  it('switches to login with the phone kept when it is registered', () => {
    const asked = play(start({ mode: 'register' }, { phone }), { is: 'captcha_asked' })
    const { state, effects } = play(asked.state, { is: 'phone_checked', registered: true })
    expect(state).toMatchObject({ mode: 'login', phase: 'editing', values: { phone } })
    expect(state.notice).toEqual({ tone: 'info', text: '该手机号已注册，请直接登录' })
    expect(effects).toEqual([{ do: 'focus', field: 'password' }])
    expect(play({ ...asked.state, method: 'sms' }, { is: 'phone_checked', registered: true }).effects).toEqual([
      { do: 'focus', field: 'captcha' },
    ])
  })

  it('refuses a wrong phone with the one message for all faults', () => {
    for (const wrong of ['', '123', '20000000000']) {
      const { state, effects } = play(start({ method: 'sms' }, { phone: wrong }), { is: 'captcha_asked' })
      expect(state.errors.phone).toBe('请输入正确的手机号')
      expect(effects).toEqual([
        { do: 'toast', text: '请输入正确的手机号' },
        { do: 'focus', field: 'phone' },
      ])
    }
  })

  it('starts the countdown the server asks for and goes to the code', () => {
    const sending = start({ mode: 'register', phase: 'sending_captcha' }, { phone })
    const { state, effects } = play(sending, { is: 'captcha_sent', message: '验证码已发送', resend_after: 60 })
    expect(state).toMatchObject({ phase: 'editing', notice: { tone: 'success', text: '验证码已发送' } })
    expect(effects).toEqual([
      { do: 'start_countdown', mode: 'register', seconds: 60 },
      { do: 'focus', field: 'captcha' },
    ])
  })

  it('takes up the wait of a refused send', () => {
    const sending = start({ method: 'sms', phase: 'sending_captcha' }, { phone })
    const refusal = { code: '00100003', message: '验证码发送过于频繁，请稍后再试', retry_after: 41 }
    const { state, effects } = play(sending, { is: 'refused', refusal })
    expect(state.notice).toBeNull()
    expect(effects).toEqual([
      { do: 'toast', text: refusal.message },
      { do: 'start_countdown', mode: 'login', seconds: 41 },
    ])
  })
})

describe('§4 Submitting', () => {
  const typed = { phone, password: 'abcd1234', captcha: '123456', agreed: true }

  it.each([
    ['the password login', start({}, typed), { do: 'login', body: { account_type: 'main', phone, password: 'abcd1234' } }],
    ['the SMS login', start({ method: 'sms' }, typed), { do: 'login', body: { account_type: 'main', phone, captcha: '123456' } }],
    [
      'a registration without invite code',
      start({ mode: 'register' }, typed),
      { do: 'register', body: { account_type: 'main', phone, captcha: '123456', password: 'abcd1234' } },
    ],
    [
      'a registration with invite code',
      start({ mode: 'register' }, { ...typed, invite_code: 'ZS8K2Q' }),
      { do: 'register', body: { account_type: 'main', phone, captcha: '123456', password: 'abcd1234', invite_code: 'ZS8K2Q' } },
    ],
    [
      'a reset',
      start({ mode: 'reset_password' }, typed),
      { do: 'reset_password', body: { phone, captcha: '123456', password: 'abcd1234' } },
    ],
  ])('sends %s', (_, state, effect) => {
    const sent = play(state, { is: 'submitted' })
    expect(sent.state.phase).toBe('submitting')
    expect(sent.effects).toEqual([effect])
  })

  it('enters with the tokens of a successful login', () => {
    const { state, effects } = play(start({ phase: 'submitting' }), { is: 'signed_in', token, message: '登录成功' })
    expect(state.phase).toBe('entering')
    expect(effects).toEqual([{ do: 'enter', token, message: '登录成功' }])
  })

  it('signs a new account in with its password', () => {
    const { effects } = play(start({ mode: 'register', phase: 'submitting' }, typed), { is: 'registered' })
    expect(effects).toEqual([{ do: 'login', body: { account_type: 'main', phone, password: 'abcd1234' } }])
  })

  it('goes back to login after a reset', () => {
    const { state } = play(start({ mode: 'reset_password', phase: 'submitting' }, typed), {
      is: 'password_reset',
      message: '已重置',
    })
    expect(state).toMatchObject({ mode: 'login', method: 'password', phase: 'editing', values: { phone, password: '' } })
  })

  it('shows server faults at their fields and loses nothing typed', () => {
    const sent = start({ mode: 'register', phase: 'submitting' }, typed)
    const refusal = { code: '00900400', message: '请求参数有误', errors: { password: ['密码不能包含手机号'] } }
    const { state, effects } = play(sent, { is: 'refused', refusal })
    expect(state).toMatchObject({ phase: 'editing', values: typed, errors: { password: '密码不能包含手机号' }, notice: null })
    expect(effects).toEqual([
      { do: 'toast', text: '请求参数有误' },
      { do: 'focus', field: 'password' },
    ])
  })

  it('puts a code the server knows at the field it is about', () => {
    const sent = start({ mode: 'register', phase: 'submitting' }, typed)
    const { state } = play(sent, { is: 'refused', refusal: { code: '00100002', message: '验证码错误或已过期' } })
    expect(state.errors.captcha).toBe('验证码错误或已过期')
  })

  it('§8 toasts the message of a refusal, and loses nothing typed', () => {
    const sent = start({ phase: 'submitting' }, typed)
    const { state, effects } = play(sent, { is: 'refused', refusal: { code: '00100001', message: '手机号或密码错误' } })
    expect(state).toMatchObject({ phase: 'editing', values: typed, errors: {}, notice: null })
    expect(effects).toEqual([{ do: 'toast', text: '手机号或密码错误' }])
  })

  it('§8 stays open when the user is refused, which the session tells', () => {
    const { state, effects } = play(start({ phase: 'entering' }), { is: 'user_failed' })
    expect(state).toMatchObject({ phase: 'editing', notice: null })
    expect(effects).toEqual([])
  })
})
