import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { reduceLogin } from '#src/auth/login.machine.ts'
import { createLoginState, type LoginEvent, type LoginQrcode, type LoginRefusal, type LoginState } from '#src/auth/login.state.ts'

const phone = '13800138000'
const token = { access: 'a', refresh: 'r', userId: 'u' }
const code: LoginQrcode = { qrcode_url: '/qr/1', scene_str: 's1', sandbox_url: null }
const other: LoginQrcode = { ...code, scene_str: 's2' }
const said = (name: keyof typeof resultCodes): LoginRefusal => ({
  code: resultCodes[name].code,
  message: resultCodes[name].message,
  status: resultCodes[name].http,
})
const answered = (name: keyof typeof resultCodes, sceneStr = 's1'): LoginEvent => ({
  is: 'scan_answered',
  scene_str: sceneStr,
  refusal: said(name),
})

type Step = ReturnType<typeof reduceLogin>
const play = (state: LoginState, ...events: LoginEvent[]): Step =>
  events.reduce<Step>((last, event) => reduceLogin(last.state, event), { state, effects: [] })

const login = createLoginState({ mode: 'login' })
const fetching = play(login, { is: 'method_chosen', method: 'wechat' }).state
const shown = play(fetching, { is: 'qr_fetched', code }).state
const bind: LoginState = { ...play(shown, answered('wechat_not_bound')).state, notice: null }
const filled = (state: LoginState, values = {}): LoginState => ({
  ...state,
  values: { ...state.values, phone, captcha: '123456', ...values },
})
const registering: LoginState = filled({ ...login, mode: 'register', scene_str: 's1' }, { password: 'abcd1234', agreed: true })

/** from, event, what it becomes, what has to happen. */
const transitions: [string, LoginState, LoginEvent, object, object[]][] = [
  [
    'choosing WeChat fetches a code',
    login,
    { is: 'method_chosen', method: 'wechat' },
    { qr: { is: 'fetching' } },
    [{ do: 'fetch_qr' }],
  ],
  [
    'a fetched code is shown and polled',
    fetching,
    { is: 'qr_fetched', code },
    { qr: { is: 'shown', code, scanned: false } },
    [{ do: 'poll', scene_str: 's1' }],
  ],
  [
    'a code that cannot be had says why',
    fetching,
    { is: 'qr_failed', message: '稍后再试' },
    { qr: { is: 'ended', text: '稍后再试' } },
    [],
  ],
  [
    'waiting is polled on',
    shown,
    answered('wechat_waiting'),
    { qr: { is: 'shown', scanned: false } },
    [{ do: 'poll', scene_str: 's1' }],
  ],
  [
    'a scan is shown and polled on',
    shown,
    answered('wechat_scanned'),
    { qr: { is: 'shown', scanned: true } },
    [{ do: 'poll', scene_str: 's1' }],
  ],
  [
    'code 0 completes the login',
    shown,
    { is: 'scan_completed', scene_str: 's1', token, message: '登录成功' },
    { phase: 'entering' },
    [{ do: 'enter', token, message: '登录成功' }],
  ],
  [
    'code 00100011 switches to wechat-bind and keeps the scene',
    shown,
    answered('wechat_not_bound'),
    { mode: 'wechat_bind', scene_str: 's1', qr: { is: 'none' }, notice: { tone: 'info', text: '该微信尚未绑定智算中心账号' } },
    [{ do: 'focus', field: 'phone' }],
  ],
  [
    'a refusal on the phone ends the code',
    shown,
    answered('wechat_declined'),
    { qr: { is: 'ended', text: '已在手机上取消登录' } },
    [],
  ],
  [
    'a code past its time ends',
    shown,
    answered('wechat_expired'),
    { qr: { is: 'ended', text: '二维码已过期，请刷新后重新扫码' } },
    [],
  ],
  ['a frozen account ends it', shown, answered('account_frozen'), { qr: { is: 'ended', text: '账号已被冻结，请联系客服' } }, []],
  ['a failed poll is retried', shown, answered('internal'), { qr: { is: 'shown' } }, [{ do: 'poll', scene_str: 's1' }]],
  [
    'a poll without an answer is retried and forgets no scan',
    { ...shown, qr: { is: 'shown', code, scanned: true } },
    { is: 'scan_answered', scene_str: 's1', refusal: { code: '', message: '', status: 0 } },
    { qr: { is: 'shown', scanned: true } },
    [{ do: 'poll', scene_str: 's1' }],
  ],
  [
    'an ended code is refreshed',
    { ...shown, qr: { is: 'ended', text: 'x' } },
    { is: 'qr_asked' },
    { qr: { is: 'fetching' } },
    [{ do: 'fetch_qr' }],
  ],
  [
    'what is said of an older code is dropped',
    shown,
    answered('wechat_not_bound', 's0'),
    { mode: 'login', qr: { is: 'shown' } },
    [],
  ],
  [
    'a login by an older code is dropped',
    shown,
    { is: 'scan_completed', scene_str: 's0', token, message: '' },
    { phase: 'editing' },
    [],
  ],
  ['another method forgets the code', shown, { is: 'method_chosen', method: 'sms' }, { method: 'sms', qr: { is: 'none' } }, []],
  ['another tab forgets the code', shown, { is: 'mode_chosen', mode: 'register' }, { mode: 'register', qr: { is: 'none' } }, []],
  [
    'coming back to the login fetches a new code',
    { ...shown, mode: 'register', qr: { is: 'none' } },
    { is: 'mode_chosen', mode: 'login' },
    { mode: 'login', method: 'wechat', qr: { is: 'fetching' } },
    [{ do: 'fetch_qr' }],
  ],
  ['a code that comes too late is dropped', login, { is: 'qr_fetched', code }, { qr: { is: 'none' } }, []],
  ['Enter submits nothing while a code is shown', shown, { is: 'submitted' }, { phase: 'editing', errors: {} }, []],
  [
    'wechat-bind sends its own kind of code, with the scene',
    filled(bind),
    { is: 'captcha_asked' },
    { phase: 'sending_captcha' },
    [{ do: 'send_captcha', phone, captcha_type: 'wechat_bind', scene_str: 's1' }],
  ],
  [
    'wechat-bind signs in and binds',
    filled(bind),
    { is: 'submitted' },
    { phase: 'submitting' },
    [{ do: 'login', body: { account_type: 'wechat-bind', phone, captcha: '123456', scene_str: 's1' } }],
  ],
  [
    'wechat-bind names what is missing',
    bind,
    { is: 'submitted' },
    { errors: { phone: '请输入手机号', captcha: '请输入验证码' } },
    [{ do: 'focus', field: 'phone' }],
  ],
  [
    'code 00100000 in wechat-bind warns and switches to register with the phone filled in and the scene kept',
    { ...filled(bind), phase: 'sending_captcha' },
    {
      is: 'refused',
      refusal: { ...said('phone_not_registered'), errors: { phone: [resultCodes.phone_not_registered.message] } },
    },
    {
      mode: 'register',
      phase: 'editing',
      scene_str: 's1',
      values: { phone, captcha: '' },
      errors: {},
      notice: { tone: 'warning', text: '手机号未注册，请先注册后使用' },
    },
    [],
  ],
  [
    'the way to registering takes the scene along',
    filled(bind),
    { is: 'mode_chosen', mode: 'register' },
    { mode: 'register', scene_str: 's1', values: { phone } },
    [],
  ],
  [
    'the way back to the login drops it',
    bind,
    { is: 'mode_chosen', mode: 'login' },
    { mode: 'login', scene_str: null },
    [{ do: 'fetch_qr' }],
  ],
  [
    'a registration carries the scene',
    registering,
    { is: 'submitted' },
    { phase: 'submitting' },
    [{ do: 'register', body: { account_type: 'main', phone, captcha: '123456', password: 'abcd1234', scene_str: 's1' } }],
  ],
  [
    'a registered phone gets the scanned WeChat instead of a new account',
    { ...registering, phase: 'checking_phone' },
    { is: 'phone_checked', registered: true },
    { mode: 'wechat_bind', scene_str: 's1', values: { phone }, notice: { tone: 'info', text: '该手机号已注册，请直接登录' } },
    [{ do: 'focus', field: 'captcha' }],
  ],
  [
    'a scene past its time sends binding back to a new code',
    { ...filled(bind), phase: 'submitting' },
    { is: 'refused', refusal: said('wechat_expired') },
    { mode: 'login', method: 'wechat', scene_str: null, qr: { is: 'fetching' }, notice: { tone: 'warning' } },
    [{ do: 'fetch_qr' }],
  ],
  [
    'a scene past its time lets the registration go on without it',
    { ...registering, phase: 'submitting' },
    { is: 'refused', refusal: said('wechat_expired') },
    { mode: 'register', phase: 'editing', scene_str: null, values: registering.values, notice: { tone: 'warning' } },
    [],
  ],
  [
    'a registered account signs in with its password, and the scene is done with',
    { ...registering, phase: 'submitting' },
    { is: 'registered' },
    { mode: 'login', method: 'password', scene_str: null },
    [{ do: 'login', body: { account_type: 'main', phone, password: 'abcd1234' } }],
  ],
  [
    'a user that cannot be loaded after a scan gets a new code',
    { ...shown, phase: 'entering' },
    { is: 'user_failed' },
    { phase: 'editing', qr: { is: 'fetching' }, notice: null },
    [{ do: 'fetch_qr' }],
  ],
]

describe('§4 WeChat in the login dialog', () => {
  it.each(transitions)('%s', (_, from, event, becomes, effects) => {
    const { state, effects: done } = reduceLogin(from, event)
    expect(state).toMatchObject(becomes)
    expect(done).toEqual(effects)
  })

  it('is no way for who is signed in and may only register', () => {
    const only = createLoginState({ mode: 'login', onlyRegister: true })
    expect(play(only, { is: 'method_chosen', method: 'wechat' }).effects).toEqual([])
  })
})

describe('R13 Interleavings of the QR poll', () => {
  const events: LoginEvent[] = [
    { is: 'method_chosen', method: 'wechat' },
    { is: 'method_chosen', method: 'password' },
    { is: 'mode_chosen', mode: 'register' },
    { is: 'mode_chosen', mode: 'login' },
    { is: 'mode_chosen', mode: 'reset_password' },
    { is: 'qr_asked' },
    { is: 'qr_fetched', code },
    { is: 'qr_fetched', code: other },
    { is: 'qr_failed', message: 'x' },
    ...(['s1', 's2'] as const).flatMap((scene) =>
      (['wechat_waiting', 'wechat_scanned', 'wechat_not_bound', 'wechat_declined', 'wechat_expired', 'internal'] as const).map(
        (name) => answered(name, scene),
      ),
    ),
    { is: 'refused', refusal: said('phone_not_registered') },
    { is: 'refused', refusal: said('wechat_expired') },
    { is: 'submitted' },
  ]

  it('polls nothing but the code on the screen, and never one thing twice in a step', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...events), { maxLength: 60 }), (played) => {
        let state = login
        for (const event of played) {
          const next = reduceLogin(state, event)
          state = next.state
          const polls = next.effects.filter((effect) => effect.do === 'poll')
          expect(polls.length).toBeLessThanOrEqual(1)
          for (const poll of polls) {
            expect(state.qr.is === 'shown' && state.qr.code.scene_str).toBe(poll.scene_str)
            // only who has just heard of this code goes on asking
            expect(['qr_fetched', 'scan_answered']).toContain(event.is)
          }
          expect(state.qr.is === 'none' || (state.mode === 'login' && state.method === 'wechat')).toBe(true)
          expect(state.mode === 'wechat_bind' ? state.scene_str : 'any').not.toBeNull()
        }
      }),
      { numRuns: 2000 },
    )
  })
})
