import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { EndpointData } from '#contract/endpoint.ts'
import { instances } from '#contract/instances.ts'
import { wallet } from '#contract/wallet.ts'
import '#src/features/overview/DataOverview.tsx'
import { buildInstance, buildInstanceEvent } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

type Overview = EndpointData<typeof wallet.overview>

const anOverview = (change: Partial<Overview> = {}): Overview => ({
  wallet: buildWallet({ cash: '447.94', hours_left: 190, recharged: '500.00' }),
  counts: { total: 4, running: 1, shut_down: 2, abnormal: 1 },
  events: [
    { ...buildInstanceEvent(5, { title: '已关机', actor: 'user', detail: '手动' }), instance_id: 'gpu-9', instance_name: '推理' },
  ],
  ...change,
})
const nothing = { total: 0, running: 0, shut_down: 0, abnormal: 0 }
const newcomer = (purse = {}): Overview =>
  anOverview({
    wallet: buildWallet({ cash: '0.00', recharged: '0.00', hours_left: null, ...purse }),
    counts: nothing,
    events: [],
  })

const open = (overview: () => Overview, user = buildUser()) => {
  mockCall(wallet.overview, overview)
  mockCall(instances.list, ({ query }) => {
    expect(query.running).toBe('true')
    return { items: [buildInstance()], total: 1 }
  })
  return openApp('/console', { user })
}
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement as HTMLElement

describe('product §10 Overview: the first line', () => {
  it('says what runs, what it burns an hour and how long the balance lasts', async () => {
    await open(anOverview)
    expect(window.location.pathname).toBe('/console/data-overview')
    await screen.findByText('当前消耗')
    expect(figure('运行中')).toHaveTextContent('1台实例共 4 台，已关机 2异常 1')
    expect(within(figure('运行中')).getByText('异常 1')).toHaveAttribute('href', '/console/container-instance?status=1')
    expect(figure('当前消耗')).toHaveTextContent('¥2.28/小时')
    expect(figure('可用余额')).toHaveTextContent('¥447.94约可用 7 天')
  })

  it('is followed by what runs, each with the way into it, and by what happened last', async () => {
    await open(anOverview)
    const item = (await screen.findByText('微调')).closest('li') as HTMLElement
    expect(item).toHaveTextContent('RTX 4090 × 2 · 华北一区11-21 14:01 开机¥4.605/小时至今 ¥7.31')
    expect(within(item).getByLabelText('打开终端 微调')).toHaveAttribute(
      'href',
      '/console/container-instance/detail/gpu-1?tab=terminal',
    )
    expect(screen.getByText('推理').closest('li')).toHaveTextContent('2026-11-21 14:05推理已关机手动用户')
  })

  it('follows the stream', async () => {
    let running = 1
    const { push } = await open(() => anOverview({ counts: { total: 4, running, shut_down: 3, abnormal: 0 } }))
    await screen.findByText('当前消耗')
    running = 0
    await push({ type: 'change', resource: 'instances', id: 'gpu-1' })
    expect(await screen.findByText(/现在没有实例在运行/)).toHaveTextContent('3 个已关机的实例保留着数据')
  })

  it('can be tried again', async () => {
    let down = true
    await open(() => {
      if (down) throw new RefusedError('invalid')
      return anOverview()
    })
    expect(await screen.findByText('总览加载失败')).toBeVisible()
    down = false
    await userEvent.click(screen.getByText('重试'))
    expect(await screen.findByText('当前消耗')).toBeVisible()
  })
})

describe('product §5 Low balance', () => {
  const left = (hoursLeft: number | null) => () => anOverview({ wallet: buildWallet({ hours_left: hoursLeft }) })

  it.each([
    [23.9, '余额约可用 23 小时，用完后保留 1 小时宽限，之后自动关机，数据保留。 去充值'],
    [0.4, '余额不足 1 小时，用完后保留 1 小时宽限，之后自动关机，数据保留。 去充值'],
    [0, '余额已用完，保留 1 小时宽限，之后自动关机，数据保留。 去充值'],
  ])('is said in time: %d h', async (hours, words) => {
    await open(left(hours))
    await screen.findByText('当前消耗')
    expect(screen.getByRole('alert')).toHaveTextContent(words)
  })

  it.each([24, null])('is not said with %s h left', async (hours) => {
    await open(left(hours))
    await screen.findByText('当前消耗')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('sends a sub-account to its master', async () => {
    await open(left(3), buildUser({ account_type: 'sub' }))
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('请联系主账号充值'))
    expect(screen.queryByText('去充值')).not.toBeInTheDocument()
  })
})

describe('product §6 A newcomer', () => {
  const steps = () =>
    screen.getAllByRole('listitem').filter((item) => /^(\d|)?(实名认证|充值|创建实例)/.test(item.textContent ?? ''))

  it('is led through verification, recharge and the first instance', async () => {
    await open(() => newcomer(), buildUser({ real_name: { passed: 'F', name: null } }))
    await screen.findByText('三步用上第一台实例')
    expect(steps().map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1实名认证.*去认证$/),
      expect.stringMatching(/^2充值.*去充值$/),
      expect.stringMatching(/^3创建实例.*创建实例$/),
    ])
    await userEvent.click(screen.getByText('去认证'))
    await waitFor(() => expect(window.location.pathname).toBe('/console/account/certification-details'))
    expect(window.location.search).toBe('?return=%2Fconsole%2Fdata-overview')
  })

  it('sees what is done already', async () => {
    await open(() => newcomer({ recharged: '50.00', cash: '50.00' }))
    await screen.findByText('三步用上第一台实例')
    await waitFor(() => expect(screen.getAllByText('已完成', { selector: 'span' })).toHaveLength(2))
    expect(screen.getByText('创建实例', { selector: 'button *' }).closest('button')).toHaveClass('ant-btn-primary')
  })

  it('is nobody who has released everything', async () => {
    await open(() => anOverview({ counts: nothing }))
    await screen.findByText('当前消耗')
    expect(screen.queryByText('三步用上第一台实例')).not.toBeInTheDocument()
  })
})
