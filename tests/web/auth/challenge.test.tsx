import { createHash } from 'node:crypto'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth, type Challenge } from '#contract/auth.ts'
import { challengeHeader } from '#contract/endpoint.ts'
import { products } from '#contract/products.ts'
import LoginDialog from '#src/auth/LoginDialog.tsx'
import { paths } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'
import { renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { mockRawCall, toAcceptedResponse } from '#tests/web/ui/header/wire.ts'

const phone = '13800138000'
const number = 4321
const prefix = 'Abc-123.'
const target = createHash('sha256').update(`${prefix}${number}`).digest('hex')
const task: Challenge = {
  kind: 'proof_of_work',
  prefix,
  target,
  max: 5000,
  token: 'token',
  expires_at: '2026-11-23T00:00:00Z',
}

/** Answers that came with the requests for a code. */
let answers: (string | null)[]
/** A server that sends nothing to who has not solved its challenge. */
function serve(given: Partial<Challenge> = {}, told: Promise<void> = Promise.resolve()): void {
  mockCall(auth.challenge, async ({ body }) => {
    expect(body).toMatchObject({ phone })
    await told
    return { ...task, ...given }
  })
  mockCall(auth.send_captcha, ({ request }) => {
    const answer = request.headers.get(challengeHeader)
    answers.push(answer)
    if (answer !== `token.${number}`) throw new RefusedError('challenge_required')
    return { resend_after: 60 }
  })
}
/** The same, holding its challenge back until it is told to give it. */
function serveWhenTold(): () => void {
  let give = () => {}
  const told = new Promise<void>((resolve) => {
    give = resolve
  })
  serve({}, told)
  return give
}
beforeEach(() => {
  answers = []
  localStorage.clear()
  mockRawCall(products.home, () => toAcceptedResponse({ data: [] }))
  mockRawCall(products.list, () => toAcceptedResponse([], { total: 0 }))
  toast.clear()
})
afterEach(() => vi.unstubAllGlobals())

const open = () =>
  render(
    <MemoryRouter initialEntries={['/home?type=reset_password']}>
      <LoginDialog mode="reset_password" onClose={() => {}} />
    </MemoryRouter>,
  )
const ask = async () => {
  await userEvent.type(screen.getByLabelText('手机号'), phone)
  await userEvent.click(screen.getByRole('button', { name: '获取验证码' }))
}
const said = () => toast.get().map(({ message }) => message)

describe('product §2 A challenge before a code', () => {
  it('is solved by the button itself, which says so, and then sends', async () => {
    const give = serveWhenTold()
    open()
    await ask()
    expect(await screen.findByRole('button', { name: '正在验证环境…' })).toBeDisabled()
    expect(screen.getByLabelText('短信验证码')).toHaveAccessibleDescription('正在验证环境，通常只要一两秒')
    give()
    expect(await screen.findByRole('button', { name: /秒后重发/ })).toBeDisabled()
    expect(answers).toEqual([null, `token.${number}`])
    expect(screen.getByLabelText('短信验证码')).toHaveFocus()
    expect(said()).toEqual([])
  })

  it('is solved in a worker where there are any, and on the page where its code does not arrive', async () => {
    const made: unknown[] = []
    class DeafWorker {
      onerror?: (event: Event) => void
      constructor(address: URL) {
        made.push(address.pathname)
      }
      postMessage(sent: unknown) {
        made.push(sent)
        queueMicrotask(() => this.onerror?.(new Event('error', { cancelable: true })))
      }
      terminate() {
        made.push('ended')
      }
    }
    vi.stubGlobal('Worker', DeafWorker)
    serve()
    open()
    await ask()
    expect(await screen.findByRole('button', { name: /秒后重发/ })).toBeInTheDocument()
    expect(made).toEqual([expect.stringContaining('challenge.worker'), task, 'ended'])
  })

  it('that cannot be solved is a failure like any other, at the field, and may be tried again', async () => {
    serve({ max: 100 })
    open()
    await ask()
    expect(await screen.findByRole('button', { name: '获取验证码' })).toBeEnabled()
    expect(screen.getByLabelText('短信验证码')).toHaveAccessibleDescription('环境验证没有完成，请重试')
    expect(said()).toEqual(['环境验证没有完成，请重试'])
    expect(answers).toEqual([null])
  })

  it('is not fetched for another refusal: the codes of the day are used up', async () => {
    mockCall(auth.send_captcha, () => {
      throw new RefusedError('sms_used_up')
    })
    open()
    await ask()
    const words = '今天的短信验证码已发完，明天 0 点后恢复；设有密码的可以先用密码'
    await vi.waitFor(() => expect(screen.getByLabelText('短信验证码')).toHaveAccessibleDescription(words))
  })

  it('is solved for who accepts an invitation, too', async () => {
    const give = serveWhenTold()
    renderWholeApp(paths.acceptSubAccount, { user: null })
    await userEvent.type(await screen.findByLabelText('手机号'), phone)
    await userEvent.click(screen.getByRole('button', { name: '获取验证码' }))
    expect(await screen.findByRole('button', { name: '正在验证环境…' })).toBeDisabled()
    give()
    expect(await screen.findByRole('button', { name: /秒后重发/ })).toBeDisabled()
    expect(answers).toEqual([null, `token.${number}`])
  })
})
