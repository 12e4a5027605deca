import { describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { reduceLogin } from '#src/auth/login.machine.ts'
import { createLoginState, type LoginEvent, type LoginState, type LoginValues } from '#src/auth/login.state.ts'

const phone = '13800138000'
const token = { access: 'a', refresh: 'r', userId: 'u' }
const start = (change: Partial<LoginState> = {}, values: Partial<LoginValues> = {}): LoginState => {
  const state = createLoginState({ mode: 'login' })
  return { ...state, ...change, values: { ...state.values, ...values } }
}
const play = (state: LoginState, ...events: LoginEvent[]) =>
  events.reduce((last, event) => reduceLogin(last.state, event), { state, effects: [] } as ReturnType<typeof reduceLogin>)
const refused = (
  name: 'second_factor_required' | 'sign_in_ticket_gone' | 'bad_factor_code',
  errors?: Record<string, string[]>,
) => ({
  ...resultCodes[name],
  ...(name === 'second_factor_required' && { ticket: { token: 'ticket-1' } }),
  ...(errors && { errors }),
})
const begun = (change: Partial<LoginState> = {}) =>
  play(start({ phase: 'submitting', ...change }, { phone, password: 'abcd1234' }), {
    is: 'refused',
    refusal: refused('second_factor_required'),
  })
const submitted = { is: 'submitted' } as const

describe('decision 101 The second step of a sign-in', () => {
  it('follows the first without an error, keeps the phone and goes to the code', () => {
    const { state, effects } = begun()
    expect(state).toMatchObject({ mode: 'second_step', phase: 'editing', values: { phone, password: '' }, errors: {} })
    expect(effects).toEqual([{ do: 'focus', field: 'code' }])
  })

  it('sends the ticket with the code, and enters with the tokens', () => {
    const { state, effects } = play(begun().state, { is: 'edited', field: 'code', value: '123456' }, submitted)
    expect(effects).toEqual([{ do: 'second_step', body: { ticket: 'ticket-1', code: '123456' } }])
    expect(play(state, { is: 'signed_in', token, message: '登录成功' }).effects).toEqual([
      { do: 'enter', token, message: '登录成功' },
    ])
  })

  it('names a code that is none, and asks anew for one that is wrong', () => {
    expect(play(begun().state, { is: 'edited', field: 'code', value: '12' }, submitted).state.errors).toEqual({
      code: '动态码为 6 位数字',
    })
    const wrong = play(begun().state, { is: 'edited', field: 'code', value: '123456' }, submitted, {
      is: 'refused',
      refusal: refused('bad_factor_code', { code: ['动态码错误'] }),
    })
    expect(wrong.state).toMatchObject({ mode: 'second_step', errors: { code: '动态码错误' }, values: { code: '' } })
  })

  it('takes a recovery code instead', () => {
    const chosen = play(begun().state, { is: 'proof_chosen', by: 'recovery_code' })
    expect(chosen.effects).toEqual([{ do: 'focus', field: 'recovery_code' }])
    const typed = { is: 'edited', field: 'recovery_code', value: 'abcd-efgh-jkmn-pqrs' } as const
    expect(play(chosen.state, typed, submitted).effects).toEqual([
      { do: 'second_step', body: { ticket: 'ticket-1', recovery_code: 'abcd-efgh-jkmn-pqrs' } },
    ])
    expect(play(chosen.state, { is: 'proof_chosen', by: 'code' }, submitted).state.errors).toHaveProperty('code')
  })

  it('leads back to the first with the phone filled in when the ticket is over, and by choice', () => {
    const over = play(begun().state, { is: 'edited', field: 'code', value: '123456' }, submitted, {
      is: 'refused',
      refusal: refused('sign_in_ticket_gone'),
    }).state
    expect(over).toMatchObject({
      mode: 'login',
      phase: 'editing',
      values: { phone, code: '' },
      second_step: null,
      notice: { tone: 'warning', text: '登录已超时，请重新登录' },
    })
    expect(play(begun().state, { is: 'mode_chosen', mode: 'login' }).state).toMatchObject({ mode: 'login', values: { phone } })
  })

  it('follows a WeChat scan, and the binding of a WeChat, as well', () => {
    const code = { qrcode_url: '/qr', scene_str: 'scene-1', sandbox_url: null }
    const shown = start({ method: 'wechat', qr: { is: 'shown', code, scanned: true } })
    const answer = { is: 'scan_answered', scene_str: 'scene-1', refusal: refused('second_factor_required') } as const
    expect(play(shown, answer).state).toMatchObject({ mode: 'second_step', qr: { is: 'none' } })
    expect(begun({ mode: 'wechat_bind', scene_str: 'scene-1' }).state).toMatchObject({ mode: 'second_step', scene_str: null })
  })
})
