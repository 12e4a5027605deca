import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type SandboxWechatIdentity,
  sandboxWechat,
  type WechatConfirmation,
  wechat,
  wechatConfirmPath,
} from '#contract/wechat.ts'
import '#src/auth/confirm/WechatConfirmPage.tsx'
import '#src/sandbox/WechatPage.tsx'
import { paths } from '#src/paths.ts'
import { renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const visitor = { user: null }
const asked = (change: Partial<WechatConfirmation> = {}): WechatConfirmation => ({
  state: 'scanned',
  purpose: 'login',
  device: 'Chrome · Windows',
  ip: '203.0.113.7',
  asked_at: '2026-11-21T06:05:00Z',
  account: '138****8000',
  ...change,
})

describe('S17 The tap on the phone', () => {
  it('has the address that the server puts into its messages', () => expect(paths.wechatConfirm).toBe(wechatConfirmPath))

  it('shows whose browser asks and which account it gets, and confirms once', async () => {
    const sent: unknown[] = []
    mockCall(wechat.get_confirmation, ({ query }) => {
      sent.push(query.ticket)
      return asked()
    })
    mockCall(wechat.confirm, ({ body }) => {
      sent.push(body)
      return { state: 'confirmed' as const }
    })
    renderWholeApp('/wechat/confirm?ticket=t-1', visitor)
    for (const fact of ['Chrome · Windows', '203.0.113.7', '2026-11-21 14:05', '138****8000'])
      expect(await screen.findByText(fact)).toBeInTheDocument()
    await userEvent.dblClick(screen.getByRole('button', { name: '确认登录' }))
    expect(await screen.findByText('已确认')).toBeInTheDocument()
    expect(sent).toEqual(['t-1', { ticket: 't-1', agreed: true }])
  })

  it('refuses by 取消', async () => {
    mockCall(wechat.get_confirmation, () => asked())
    mockCall(wechat.confirm, ({ body }) => ({ state: body.agreed ? ('confirmed' as const) : ('declined' as const) }))
    renderWholeApp('/wechat/confirm?ticket=t-1', visitor)
    await userEvent.click(await screen.findByRole('button', { name: '取消' }))
    expect(await screen.findByText('已取消')).toBeInTheDocument()
  })

  it('says what is bound where the code is to bind', async () => {
    mockCall(wechat.get_confirmation, () => asked({ purpose: 'bind' }))
    renderWholeApp('/wechat/confirm?ticket=t-1', visitor)
    expect(await screen.findByRole('button', { name: '确认绑定微信' })).toBeInTheDocument()
  })

  it.each([
    ['confirmed', '已确认'],
    ['declined', '已取消'],
    ['expired', '二维码已过期'],
  ] as const)('has nothing to tap when it is %s', async (state, title) => {
    mockCall(wechat.get_confirmation, () => asked({ state }))
    renderWholeApp('/wechat/confirm?ticket=t-1', visitor)
    expect(await screen.findByText(title)).toBeInTheDocument()
    expect(screen.queryByRole('button')).not.toBeInTheDocument()
  })

  it('shows what the code is now when it ran out under the finger', async () => {
    let looks = 0
    mockCall(wechat.get_confirmation, () => asked({ state: looks++ ? 'expired' : 'scanned' }))
    mockCall(wechat.confirm, () => {
      throw new RefusedError('wechat_expired')
    })
    renderWholeApp('/wechat/confirm?ticket=t-1', visitor)
    await userEvent.click(await screen.findByRole('button', { name: '确认登录' }))
    expect(await screen.findByText('二维码已过期')).toBeInTheDocument()
  })

  it('says that a link is none of ours', async () => {
    mockCall(wechat.get_confirmation, () => {
      throw new RefusedError('not_found')
    })
    renderWholeApp('/wechat/confirm?ticket=x', visitor)
    expect(await screen.findByText('链接无效')).toBeInTheDocument()
  })
})

describe('product §2 Sandbox: WeChat', () => {
  const people = (): SandboxWechatIdentity[] => [
    { open_id: 'p1', name: '林深见鹿', subscribed: true, account: '138****0001' },
    { open_id: 'p2', name: '阿北', subscribed: false, account: null },
  ]

  it('scans as the chosen person, and confirms in the message of the account', async () => {
    const sent: unknown[] = []
    mockCall(sandboxWechat.identities, people)
    mockCall(sandboxWechat.send, ({ body }) => {
      sent.push(body)
      return {
        reply: '有一台设备\n\n<a href="http://localhost:8080/wechat/confirm?ticket=t-9">查看并确认登录</a>\n\n请不要打开。',
      }
    })
    mockCall(wechat.get_confirmation, ({ query }) => {
      sent.push(query.ticket)
      return asked()
    })
    mockCall(wechat.confirm, () => ({ state: 'confirmed' as const }))
    renderWholeApp('/sandbox/wechat?scene=scene-1', visitor)
    expect(await screen.findByText('已关注，已绑定 138****0001')).toBeInTheDocument()
    await userEvent.click(screen.getByLabelText(/阿北/))
    await userEvent.click(screen.getByRole('button', { name: '扫码' }))
    await userEvent.click(await screen.findByRole('button', { name: '查看并确认登录' }))
    await userEvent.click(await screen.findByRole('button', { name: '确认登录' }))
    expect(await screen.findByText('已确认')).toBeInTheDocument()
    expect(sent).toEqual([{ open_id: 'p2', scene: 'scene-1' }, 't-9'])
  })

  it('follows first, where somebody does not follow yet', async () => {
    const sent: unknown[] = []
    mockCall(sandboxWechat.identities, people)
    mockCall(sandboxWechat.send, ({ body }) => {
      sent.push(body)
      return { reply: '欢迎关注' }
    })
    renderWholeApp('/sandbox/wechat', visitor)
    await screen.findByText('林深见鹿')
    expect(screen.queryByRole('button', { name: /扫码|关注/ })).not.toBeInTheDocument()
    await userEvent.click(screen.getByLabelText(/阿北/))
    await userEvent.click(screen.getByRole('button', { name: '先关注公众号' }))
    expect(await screen.findByText('欢迎关注')).toBeInTheDocument()
    expect(sent).toEqual([{ open_id: 'p2', scene: null }])
  })
})
