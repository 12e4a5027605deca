import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type InstanceGuard, type InstanceGuardForm, instanceGuards } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import '#src/features/instances/detail/InstanceShow.tsx'
import '#src/features/instances/settings/UpcomingStop.tsx'
import '#src/features/instances/settings/SettingsTab.tsx'
import '#src/features/instances/settings/TimerDialog.tsx'
import { formatHoursFromNow, parseBeijingInput, toBeijingInput } from '#src/features/instances/settings/beijing-input.ts'
import { formatLimitDuration } from '#src/features/instances/settings/guard-fields.ts'
import { NextStop } from '#src/features/instances/settings/NextStop.tsx'
import { computeUpcomingStop } from '#src/features/instances/settings/upcoming-stop.ts'
import { toast } from '#src/ui/toast.ts'
import { buildGuard } from '#tests/web/support/guards.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { buildInstanceDetail, serveInstanceDetail } from './rentals.ts'

/** The settings of an instance, on a server that keeps what is sent to it. */
async function open(
  given: Partial<InstanceGuard> = {},
  { refuse, tab = 'settings', detail = buildInstanceDetail() } = {} as {
    refuse?: () => never
    tab?: string
    detail?: ReturnType<typeof buildInstanceDetail>
  },
) {
  const world = { guard: buildGuard(given), sent: [] as InstanceGuardForm[], extended: [] as string[] }
  serveInstanceDetail(() => detail)
  await openApp(`/console/container-instance/detail/gpu-1?tab=${tab}`, {
    answer: () => {
      mockCall(instanceGuards.get, () => world.guard)
      mockCall(instanceGuards.update, ({ body }) => {
        refuse?.()
        world.sent.push(body)
        return world.guard
      })
      mockCall(instanceGuards.extend, ({ body }) => {
        world.extended.push(body.rule)
        world.guard = buildGuard()
        return world.guard
      })
    },
  })
  return world
}
const save = async () => userEvent.click(await screen.findByRole('button', { name: '保存' }))
const toggle = async (name: string) => userEvent.click(await screen.findByRole('switch', { name }))
const toasts = () => toast.get().map(({ message }) => message)

describe('定时关机 in hours', () => {
  it('says what it will have cost by the time that is chosen', async () => {
    await open({}, { tab: 'overview' })
    mockCall(instanceGuards.forecast, () => ({
      settled: '1.00',
      now: '1.20',
      morning: { at: '2036-12-01T01:00:00.000Z', amount: '10.00' },
      rule: null,
    }))
    await userEvent.click(await screen.findByRole('button', { name: '更多操作' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: '定时关机' }))
    const dialog = await screen.findByRole('dialog', { name: /^定时关机/ })
    fireEvent.change(within(dialog).getByLabelText('关机时间（北京时间）'), { target: { value: '2036-12-01T11:00' } })
    const lines = await within(dialog).findByLabelText('现在关机或继续运行的费用')
    // two hours of ¥4.605 after the morning
    await waitFor(() => expect(lines).toHaveTextContent(/运行到 12-01 11:00¥19\.21$/))
  })
})

describe('product §4 Rules that stop an instance', () => {
  it('says when it will stop, by which rule, and that nothing will where nothing does', async () => {
    await open({ next_stop: { at: '2026-11-21T14:00:00.000Z', rule: 'spend' } })
    expect(await screen.findByText('最早 2026-11-21 22:00 因消费上限停止。')).toBeVisible()
  })

  it.each([
    [{ spend_limit: '5.00' }, {}, '到达消费上限时关机，时间还不能确定。'],
    [{ idle: { percent: 5, minutes: 30 } }, {}, '闲置时关机，时间还不能确定。'],
    [
      { spend_limit: '5.00', idle: { percent: 5, minutes: 30 } },
      { status: instanceStatusCodes.saving },
      '到达消费上限或闲置时关机，时间还不能确定。',
    ],
    [{ spend_limit: '5.00' }, { status: instanceStatusCodes.shut_down }, '开机后到达消费上限时关机。'],
    [{}, { status: instanceStatusCodes.shut_down }, '没有设置自动关机，开机后会一直运行到你关机或余额用完。'],
    [{}, {}, '没有设置自动关机，实例会一直运行到你关机或余额用完。'],
  ] as const)('names the rules that are set, and of one that is stopped what they will do: %j %j', (guard, change, words) => {
    render(<NextStop guard={buildGuard(guard)} instance={buildInstanceDetail(change)} />)
    expect(screen.getByText(words)).toBeVisible()
  })

  it('sends what was set, with times as Beijing has them', async () => {
    const { sent } = await open()
    await toggle('定时关机')
    const input = await screen.findByLabelText('关机时间（北京时间）')
    await userEvent.type(input, '2026-12-01T22:30')
    await toggle('消费上限')
    await userEvent.type(await screen.findByLabelText('消费上限（元）'), '20')
    await userEvent.click(screen.getByRole('button', { name: '添加关机' }))
    await save()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toEqual({
      stop_at: '2026-12-01T14:30:00.000Z',
      schedule: [{ action: 'stop', weekdays: [1, 2, 3, 4, 5], time: '22:00' }],
      spend_limit: '20',
      idle: null,
    })
  })

  it('takes a rule away when it is switched off, and leaves the others as they were', async () => {
    const stopAt = '2026-12-01T14:30:17.250Z'
    const { sent } = await open({ stop_at: stopAt, idle: { percent: 5, minutes: 30 } })
    await toggle('闲置关机')
    await save()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ stop_at: stopAt, idle: null })
  })

  it('says at the field what is wrong, and sends nothing', async () => {
    const { sent } = await open()
    await toggle('消费上限')
    await userEvent.type(await screen.findByLabelText('消费上限（元）'), '0.05')
    await toggle('定时关机')
    await save()
    expect(await screen.findByText('消费上限至少 0.10 元')).toBeInTheDocument()
    expect(await screen.findByText('请选择关机时间')).toBeInTheDocument()
    expect(sent).toEqual([])
  })

  it('shows what the server refuses at its field', async () => {
    await open(
      { spend_limit: '5.00', spent: '3.00' },
      {
        refuse: () => {
          throw new RefusedError('invalid', { errors: { spend_limit: ['本次运行已花费 3.00 元，上限须高于它'] } })
        },
      },
    )
    const input = await screen.findByLabelText('消费上限（元）')
    await userEvent.clear(input)
    await userEvent.type(input, '2')
    await save()
    expect(await screen.findByText('本次运行已花费 3.00 元，上限须高于它')).toBeInTheDocument()
  })

  it('says one thing at a field, takes it back when the field is mended, and all of it before the next try', async () => {
    const world = await open()
    await toggle('消费上限')
    await save()
    const field = screen.getByRole('textbox', { name: '消费上限（元）' })
    expect(await screen.findByText('请输入金额')).toBeInTheDocument()
    expect(screen.queryByText('消费上限至少 0.10 元')).toBeNull()
    await userEvent.type(field, '2')
    await waitFor(() => expect(screen.queryByText('请输入金额')).toBeNull())
    await userEvent.clear(field)
    await save()
    expect(await screen.findByText('请输入金额')).toBeInTheDocument()
    await userEvent.type(field, '20')
    await waitFor(() => expect(screen.queryByText('请输入金额')).toBeNull())
    await save()
    await waitFor(() => expect(world.sent).toHaveLength(1))
    expect(field).toBeValid()
  })

  it('offers no spend limit for a package', async () => {
    await open({}, { detail: buildInstanceDetail({ charge_rule: 'week', expire_at: '2026-12-01T00:00:00.000Z' }) })
    await screen.findByRole('switch', { name: '定时关机' })
    expect(screen.queryByRole('switch', { name: '消费上限' })).not.toBeInTheDocument()
  })
})

describe('product §4 A stop that is near', () => {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

  it('is counted down on the page of the instance and put off in one click', async () => {
    const { extended } = await open({ next_stop: { at: inMs(9 * 60_000), rule: 'timer' } }, { tab: 'overview' })
    const bar = (await screen.findByText(/^定时关机：/)).closest('[role=status]') as HTMLElement
    expect(bar).toHaveTextContent(/还有 0[89]:\d\d。数据会保留。/)
    await userEvent.click(within(bar).getByRole('button', { name: '延后 1 小时' }))
    await waitFor(() => expect(extended).toEqual(['timer']))
    await waitFor(() => expect(screen.queryByText(/^定时关机：/)).not.toBeInTheDocument())
    expect(toasts().length).toBeGreaterThan(0)
  })

  const now = Date.parse('2026-11-21T06:00:00.000Z')
  const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  it.each([
    ['an hour and more away says nothing', buildGuard({ next_stop: { at: at(61), rule: 'timer' } }), null],
    ['within the hour', buildGuard({ next_stop: { at: at(59), rule: 'spend' } }), { at: at(59), rule: 'spend' }],
    ['that has passed says nothing', buildGuard({ next_stop: { at: at(-1), rule: 'timer' } }), null],
    [
      'by idleness counts from the half of its window',
      buildGuard({ idle: { percent: 5, minutes: 30 }, idle_since: at(-15) }),
      { at: at(15), rule: 'idle' },
    ],
    ['by idleness says nothing before', buildGuard({ idle: { percent: 5, minutes: 30 }, idle_since: at(-14) }), null],
    [
      'is the earliest of two',
      buildGuard({ next_stop: { at: at(20), rule: 'timer' }, idle: { percent: 5, minutes: 30 }, idle_since: at(-25) }),
      { at: at(5), rule: 'idle' },
    ],
  ] as const)('%s', (_, guard, stop) => expect(computeUpcomingStop(guard, now)).toEqual(stop))
})

describe('product §11 Times in a form', () => {
  it('are Beijing time, there and back', () => {
    expect(toBeijingInput('2026-11-21T16:05:00.000Z')).toBe('2026-11-22T00:05')
    expect(parseBeijingInput('2026-11-22T00:05')).toBe('2026-11-21T16:05:00.000Z')
    expect([parseBeijingInput(''), parseBeijingInput('2026-'), toBeijingInput(null)]).toEqual([null, null, ''])
    expect(formatHoursFromNow(2, Date.parse('2026-11-21T16:04:30.000Z'))).toBe('2026-11-22T02:05')
  })
  it('a limit is told as the time it lasts', () => {
    expect(formatLimitDuration('20', '4.28')).toBe('4 小时 40 分')
    expect([formatLimitDuration('', '4.28'), formatLimitDuration('x', '4.28'), formatLimitDuration('20', '0.00')]).toEqual([
      null,
      null,
      null,
    ])
  })
})
