import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ConfigProvider } from 'antd'
import fc from 'fast-check'
import { BrowserRouter } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'
import { instances } from '#contract/instances.ts'
import { monitor } from '#contract/monitor.ts'
import { type BrushTrack, computeGrip, createPart, isWhole, moveEdge, movePart } from '#src/features/instances/monitor/brush.ts'
import {
  buildChartRows,
  computeAxisTop,
  computeSampleSpacing,
  isIsolatedPoint,
  parseChartTimes,
  thinChartRows,
} from '#src/features/instances/monitor/chart-rows.ts'
import MonitorTab from '#src/features/instances/monitor/MonitorTab.tsx'
import { formatCapacity, formatMetric } from '#src/features/instances/monitor/metric-text.ts'
import { parseMonitorView, toMonitorSearch, validateSpan } from '#src/features/instances/monitor/monitor-view.ts'
import { buildPanels } from '#src/features/instances/monitor/panels.ts'
import { computeTimeTicks, formatTick } from '#src/features/instances/monitor/time-ticks.ts'
import * as downloads from '#src/ui/download.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { createRefineWrapper } from '#tests/web/support/with-refine.tsx'
import { buildMonitor, toMinuteTime } from './charts.ts'
import { buildInstance, buildInstanceDetail, type InstanceDetailReply } from './rentals.ts'

const hour = 3_600_000

describe('Figures of the monitor', () => {
  it.each([
    ['gpu_use', 93.4, '93%'],
    ['gpu_use', 0, '0%'],
    ['cpu_use', 3.27, '3.3%'],
    ['gpu_temperature', 71, '71 °C'],
    ['vram_used', 512, '512 MB'],
    ['vram_used', 18_637, '18.2 GB'],
    ['memory_used', 122_880, '120 GB'],
    ['net_receive', 0, '0 B/s'],
    ['net_receive', 1_400_000, '1.4 MB/s'],
    ['disk_read', 2.3e9, '2.3 GB/s'],
    ['gpu_power', null, '—'],
  ] as const)('%s %s reads %s', (metric, value, text) => expect(formatMetric(metric, value)).toBe(text))

  it('say how much there is where there is an end to it', () => {
    expect(formatCapacity('vram_used', 12 * 1024, 24 * 1024)).toBe('/ 24 GB（50%）')
    expect(formatCapacity('vram_used', null, 24 * 1024)).toBe('共 24 GB')
    expect(formatCapacity('gpu_use', 12, 100)).toBeNull()
    expect(formatCapacity('net_send', 12, null)).toBeNull()
  })
})

describe('The axis of time', () => {
  const at = Date.parse('2026-11-21T06:03:00Z')

  it.each([1, 6, 24, 7 * 24, 30 * 24])('of %s h has few moments, all of them round in Beijing', (hours) => {
    const ticks = computeTimeTicks(at - hours * hour, at, 6)
    expect(ticks.length).toBeGreaterThanOrEqual(2)
    expect(ticks.length).toBeLessThanOrEqual(6)
    for (const tick of ticks) expect((tick + 8 * hour) % (5 * 60_000)).toBe(0)
  })

  it('names days where days pass', () => {
    const midnight = Date.parse('2026-11-20T16:00:00Z')
    expect(formatTick(midnight, 24 * hour)).toBe('11-21')
    expect(formatTick(midnight + 6 * hour, 24 * hour)).toBe('06:00')
    expect(formatTick(midnight + 6 * hour, 7 * 24 * hour)).toBe('11-21 06:00')
  })
})

describe('Lines of the monitor', () => {
  const gap = buildMonitor({ length: 5, value: (_, index) => (index === 1 || index === 3 || index === 4 ? null : index) })

  it('leave gaps open, never at zero, and show a bucket that stands alone', () => {
    const [panel] = buildPanels(gap)
    const rows = buildChartRows([0, 1, 2, 3, 4], panel!.lines)
    expect(rows.map(({ avg }) => avg[0])).toEqual([0, null, 2, null, null])
    expect(rows[1]!.band[0]).toBeNull()
    expect([0, 1, 2, 3].map((index) => isIsolatedPoint(rows, index, 0))).toEqual([true, false, true, false])
  })

  const buildRows = (from: number, length: number) =>
    Array.from({ length }, (_, nth) => from + nth).map((at) => ({
      at: at * 60_000,
      avg: [at % 3, null],
      band: [[(at % 3) - 1, (at % 3) + 1] as [number, number], null],
    }))

  it('have no more buckets than a chart has room for: the mean of several, the extremes as the band, gaps still open', () => {
    const { rows, step_seconds: stepSeconds } = thinChartRows(buildRows(300, 300), 60, 1)
    expect(stepSeconds).toBe(180)
    expect(rows).toHaveLength(100)
    expect(rows[1]).toEqual({ at: 303 * 60_000, avg: [1, null], band: [[-1, 3], null] })
    expect(thinChartRows(buildRows(0, 125), 60, 1)).toEqual({ rows: buildRows(0, 125), step_seconds: 60 })
  })

  it('show parts of a day over days, not each pause of the work', () => {
    const week = Array.from({ length: 252 }, (_, nth) => ({ at: nth * 2_400_000, avg: [nth % 9 ? 90 : 0], band: [null] }))
    const { rows, step_seconds: stepSeconds } = thinChartRows(week, 2_400, 1)
    expect(stepSeconds).toBe(2 * 3600)
    expect(rows.map(({ avg }) => avg[0])).toEqual(Array.from({ length: 84 }, (_, nth) => (nth % 3 ? 90 : 60)))
  })

  it('keep their buckets while the time moves on', () => {
    const [before, after] = [300, 301].map((from) => thinChartRows(buildRows(from, 290), 60, 1).rows.slice(1, -1))
    expect(after).toEqual(before)
  })

  it('do not fall apart into dots where samples lie further apart than a bucket is long, and keep real gaps', () => {
    const isKnown = (index: number) => index % 2 === 0 && (index < 20 || index > 30)
    const rare = buildMonitor({ length: 60, value: (_, index) => (isKnown(index) ? index : null) })
    const { lines } = buildPanels(rare)[0]!
    expect(computeSampleSpacing(lines)).toBe(2)
    const { rows, step_seconds: stepSeconds } = thinChartRows(buildChartRows(parseChartTimes(rare), lines), 60, 2)
    expect(stepSeconds).toBe(120)
    expect(rows.map(({ avg }) => avg[0])).toEqual(Array.from({ length: 30 }, (_, nth) => (isKnown(2 * nth) ? 2 * nth : null)))
    expect(computeSampleSpacing(buildPanels(gap)[0]!.lines)).toBe(1)
    expect(computeSampleSpacing(buildPanels(buildMonitor())[0]!.lines)).toBe(1)
  })

  it('are told apart by more than colour', () => {
    const [panel] = buildPanels(buildMonitor({ cards: 8 }))
    expect(panel!.lines.map(({ name }) => name)).toEqual(Array.from({ length: 8 }, (_, card) => `GPU ${card}`))
    expect(new Set(panel!.lines.map(({ dash }) => dash)).size).toBe(8)
  })

  it('end at the capacity, or a little above the greatest value', () => {
    const panel = (key: string) => buildPanels(buildMonitor()).find((one) => one.key === key)!.lines
    expect([computeAxisTop(panel('gpu_use')), computeAxisTop(panel('vram')), computeAxisTop(panel('gpu_power'))]).toEqual([
      100,
      24 * 1024,
      100,
    ])
  })

  it('about cards are not there without a card', () =>
    expect(buildPanels(buildMonitor({ cards: 0 })).map(({ key }) => key)).toEqual([
      'cpu',
      'memory',
      'network',
      'disk_io',
      'disk',
    ]))
})

describe('The view of the monitor', () => {
  const span = { from: Date.parse('2026-11-20T00:00:00Z'), to: Date.parse('2026-11-21T00:00:00Z') }

  it.each([
    { range: 'run' as const, custom: null, zoom: null, compare: null },
    { range: '30d' as const, custom: null, zoom: span, compare: 'gpu-2' },
    { range: null, custom: span, zoom: null, compare: null },
  ])('is the address: %o', (view) => expect(parseMonitorView(new URLSearchParams(toMonitorSearch(view)))).toEqual(view))

  it.each(['range=9y', 'from=x&to=y', 'from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z', 'zoom_from=1'])(
    'of nonsense (%s) is the run',
    (search) =>
      expect(parseMonitorView(new URLSearchParams(search))).toEqual({ range: 'run', custom: null, zoom: null, compare: null }),
  )

  it('is refused at the field before it is asked for', () => {
    const now = span.to
    expect(validateSpan(span, now)).toBeUndefined()
    expect(validateSpan({ from: Number.NaN, to: now }, now)).toBe('请选择开始和结束时间')
    expect(validateSpan({ from: span.to, to: span.from }, now)).toBe('结束时间须晚于开始时间')
    expect(validateSpan({ from: span.from, to: now + hour }, now)).toBe('结束时间不能晚于现在')
    expect(validateSpan({ from: now - 31 * 24 * hour, to: now }, now)).toBe('监控数据只保留最近 30 天')
  })
})

describe('The brush', () => {
  const track: BrushTrack = { whole: { from: 1_000_000, to: 1_000_000 + 100 * 60 }, stepMs: 60 }
  const Moment = fc.integer({ min: track.whole.from - 1_000, max: track.whole.to + 1_000 })
  const sound = ({ from, to }: { from: number; to: number }) =>
    from >= track.whole.from &&
    to <= track.whole.to &&
    to - from >= 2 * track.stepMs &&
    (from - track.whole.from) % track.stepMs === 0 &&
    (to - track.whole.from) % track.stepMs === 0

  it('never leaves the whole, never gets too thin, and stands on the edges of buckets', () =>
    fc.assert(
      fc.property(Moment, Moment, Moment, fc.constantFrom('from' as const, 'to' as const), (a, b, c, edge) => {
        const part = createPart(a, b, track)
        const moved = movePart(part, c - a, track)
        return [part, moveEdge(part, edge, c, track), moved].every(sound) && moved.to - moved.from === part.to - part.from
      }),
    ))

  it('stays within a whole that ends inside a bucket', () => {
    const cut = { ...track, whole: { from: track.whole.from, to: track.whole.to - 40 } }
    const part = { from: track.whole.from + 600, to: track.whole.from + 1_200 }
    expect(movePart(part, 10_000, cut)).toEqual({ from: cut.whole.to - 600, to: cut.whole.to })
    expect(moveEdge(part, 'to', cut.whole.to + 500, cut).to).toBe(cut.whole.to)
  })

  it('is held at an edge, by its middle, or begun anew', () => {
    const part = { from: track.whole.from + 600, to: track.whole.from + 1_200 }
    const grip = (at: number) => computeGrip(track.whole.from + at, part, 50, track)
    expect([grip(560), grip(1_240), grip(900), grip(3_000)]).toEqual(['from', 'to', 'move', 'new'])
    expect(isWhole(track.whole, track)).toBe(true)
    expect(computeGrip(track.whole.from + 900, track.whole, 50, track)).toBe('new')
  })
})

/** The tab by itself, at its address. */
function openTab(instance: InstanceDetailReply, search = '?tab=monitor') {
  window.history.replaceState(null, '', `/${search}`)
  const Console = createRefineWrapper()
  return render(
    <Console>
      <BrowserRouter>
        <ConfigProvider button={{ autoInsertSpace: false }}>
          <MonitorTab instance={instance} open />
        </ConfigProvider>
      </BrowserRouter>
    </Console>,
  )
}

/** The range or the times of every question that was asked. */
function serveMonitor(answer = buildMonitor()) {
  const asked: Record<string, unknown>[] = []
  mockCall(monitor.read, ({ query }) => {
    asked.push(query)
    return answer
  })
  return asked
}

describe('product §4 The monitor', () => {
  it('draws a panel for each group of metrics, figures of now large', async () => {
    serveMonitor(buildMonitor({ cards: 1, events: [{ at: toMinuteTime(5), kind: 'stop', title: '关机（手动）' }] }))
    openTab(buildInstanceDetail())
    const panel = await screen.findByRole('region', { name: 'GPU 利用率' })
    expect(within(panel).getByText('59%')).toBeVisible()
    expect(within(panel).getByText('最低 39%，平均 50%，最高 64%')).toBeVisible()
    for (const name of ['显存', 'GPU 温度', 'GPU 功耗', 'CPU 利用率', '内存', '网络', '磁盘读写', '磁盘空间'])
      expect(screen.getByRole('region', { name })).toBeVisible()
    expect(panel.querySelectorAll('.recharts-line-curve')).toHaveLength(1)
    expect(screen.getByRole('list', { name: '这段时间里的事件' })).toHaveTextContent('关机（手动）')
  })

  it('shows the figures of the bucket at the cursor in place of those of now, and covers none', async () => {
    serveMonitor(buildMonitor({ cards: 3, value: (_, index) => (index === 1 ? null : 40 + index) }))
    openTab(buildInstanceDetail())
    const panel = await screen.findByRole('region', { name: 'CPU 利用率' })
    const cards = screen.getByRole('region', { name: 'GPU 利用率' })
    const chart = within(panel).getByRole('application')
    fireEvent.focus(chart)
    expect(await within(panel).findByText('11-21 14:00')).toBeVisible()
    expect(within(panel).getByText('40%')).toBeVisible()
    expect(within(panel).getByText('最低 39%，最高 45%')).toBeVisible()
    expect(within(cards).getByText('11-21 14:00')).toBeVisible()
    const [now, then] = within(cards).getAllByRole('table', { hidden: true })
    expect(then!.textContent).toBe(`此时最低平均最高${[0, 1, 2].map((card) => `GPU ${card}40%39%40%45%`).join('')}`)
    expect(now).toHaveTextContent('现在')
    expect(panel.querySelector('.recharts-tooltip-wrapper')).toBeEmptyDOMElement()
    fireEvent.keyDown(chart, { key: 'ArrowRight' })
    expect(await within(panel).findByText('11-21 14:01，没有采样')).toBeVisible()
    expect(within(panel).queryByText(/最低 —/)).toBeNull()
    fireEvent.blur(chart)
    await waitFor(() => expect(within(panel).queryByText(/11-21/)).toBeNull())
    expect(within(panel).getByText('59%')).toBeVisible()
  })

  it('asks for the chosen range and puts it into the address; Back brings the one before', async () => {
    const asked = serveMonitor()
    openTab(buildInstanceDetail())
    await screen.findByRole('region', { name: '内存' })
    await userEvent.click(screen.getByText('7 天'))
    await waitFor(() => expect(asked.at(-1)).toEqual({ range: '7d' }))
    expect(window.location.search).toBe('?tab=monitor&range=7d')
    window.history.back()
    await waitFor(() => expect(window.location.search).toBe('?tab=monitor'))
  })

  it('shows the run, and two instances in the same charts, the second dashed', async () => {
    mockCall(instances.list, () => ({
      items: [buildInstance(), buildInstance({ id: 'gpu-2', nick_name: '评测' })],
      total: 2,
    }))
    const asked: [string, object][] = []
    mockCall(monitor.read, ({ params, query }) => {
      asked.push([params.id, query])
      return buildMonitor({ cards: params.id === 'gpu-2' ? 2 : 1, value: (_, index, card) => 10 * (card ?? 0) + index })
    })
    openTab(buildInstanceDetail())
    const panel = await screen.findByRole('region', { name: 'GPU 利用率' })
    expect(asked[0]).toEqual(['gpu-1', { range: 'run' }])
    await userEvent.click(screen.getByRole('combobox', { name: '对比另一台实例' }))
    expect(screen.queryByRole('option', { name: '微调' })).toBeNull()
    await userEvent.click(await screen.findByTitle('评测'))
    await waitFor(() => expect(panel.querySelectorAll('.recharts-line-curve')).toHaveLength(2))
    expect(asked).toContainEqual(['gpu-2', { from: toMinuteTime(0), to: toMinuteTime(20) }])
    expect(window.location.search).toBe('?tab=monitor&compare=gpu-2')
    const [first, second] = panel.querySelectorAll('.recharts-line-curve')
    expect([first?.getAttribute('stroke-dasharray'), second?.getAttribute('stroke-dasharray')]).toEqual([null, '6 3'])
    expect(within(panel).getByText('评测')).toBeVisible()
  })

  it('zooms by keyboard into a part, in the address, and out again', async () => {
    const asked = serveMonitor()
    openTab(buildInstanceDetail())
    const start = await screen.findByRole('slider', { name: '放大的开始' })
    start.focus()
    for (let presses = 0; presses < 5; presses += 1) fireEvent.keyDown(start, { key: 'ArrowRight' })
    await waitFor(() => expect(asked.at(-1)).toEqual({ from: toMinuteTime(5), to: toMinuteTime(20) }))
    expect(new URLSearchParams(window.location.search).get('zoom_from')).toBe(toMinuteTime(5))
    expect(start).toHaveAttribute('aria-valuetext', '11-21 14:05')
    await userEvent.click(screen.getByRole('button', { name: '看全部时间' }))
    expect(window.location.search).toBe('?tab=monitor')
  })

  it('shows the mean in large type, and says so, where the time is past: the latest value is not of it', async () => {
    serveMonitor(buildMonitor({ cards: 3 }))
    openTab(buildInstanceDetail(), `?tab=monitor&from=${toMinuteTime(0)}&to=${toMinuteTime(20)}`)
    const cpu = await screen.findByRole('region', { name: 'CPU 利用率' })
    expect(within(cpu).getByText('平均').parentElement).toHaveTextContent('平均50%')
    expect(within(cpu).getByText(/最低/)).not.toHaveTextContent('平均')
    const cards = screen.getByRole('region', { name: 'GPU 利用率' })
    expect(
      within(cards)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['', '平均', '最低', '最高'])
  })

  it('lets go of the cursor when another time is chosen', async () => {
    serveMonitor(buildMonitor({}))
    openTab(buildInstanceDetail())
    const panel = await screen.findByRole('region', { name: 'CPU 利用率' })
    fireEvent.focus(within(panel).getByRole('application'))
    expect(await within(panel).findByText('11-21 14:00')).toBeVisible()
    await userEvent.click(screen.getByText('7 天'))
    await waitFor(() => expect(within(screen.getByRole('region', { name: 'CPU 利用率' })).queryByText('11-21 14:00')).toBeNull())
  })

  it('ends now, not at the end of the bucket that has just begun', async () => {
    const asked = serveMonitor(buildMonitor({ change: { to: toMinuteTime(19.5) } }))
    openTab(buildInstanceDetail())
    expect(await screen.findByText('11-21 14:00 至 11-21 14:19')).toBeVisible()
    fireEvent.keyDown(screen.getByRole('slider', { name: '放大的开始' }), { key: 'ArrowRight' })
    await waitFor(() => expect(asked.at(-1)).toEqual({ from: toMinuteTime(1), to: toMinuteTime(19.5) }))
  })

  it('follows a running instance, pauses when told, and leaves one that stands still alone', async () => {
    serveMonitor()
    const { unmount } = openTab(buildInstanceDetail())
    const live = await screen.findByRole('switch', { name: '每 15 秒自动更新' })
    expect(live).toBeChecked()
    await userEvent.click(live)
    expect(live).not.toBeChecked()
    unmount()
    openTab(buildInstanceDetail({ status: 7 }))
    await screen.findByRole('region', { name: '内存' })
    expect(screen.queryByRole('switch', { name: '每 15 秒自动更新' })).toBeNull()
  })

  it('can be read as a table and taken away as CSV', async () => {
    serveMonitor(
      buildMonitor({ cards: 2, length: 3, value: (_, index, card) => (index === 1 ? null : 10 * (card ?? 0) + index) }),
    )
    openTab(buildInstanceDetail())
    await userEvent.click(await screen.findByRole('button', { name: '看表格' }))
    const rows = within(screen.getByRole('table', { name: /GPU 利用率/ })).getAllByRole('row')
    expect(rows.slice(2).map((row) => row.textContent)).toEqual([
      '11-21 14:022%1%7%12%11%17%',
      '11-21 14:01——————',
      '11-21 14:000%0%0%10%9%15%',
    ])
    const download = vi.spyOn(downloads, 'saveAsFile').mockReturnValue()
    await userEvent.click(screen.getByRole('button', { name: /下载 CSV/ }))
    const [name, text] = download.mock.calls[0]!
    expect(name).toBe('微调-监控.csv')
    const lines = String(text).replace('\uFEFF', '').trim().split('\r\n')
    expect(lines[0]).toMatch(/^时间（北京）,GPU 利用率 GPU 0（%）平均,GPU 利用率 GPU 0（%）最低/)
    expect(lines[2]).toMatch(/^2026-11-21 14:01:00,,,,/)
    expect(lines).toHaveLength(4)
    download.mockRestore()
  })

  it.each([
    [2, '正在等第一次采样'],
    [5, '还没有监控数据'],
    [7, '还没有监控数据'],
  ] as const)('of an instance in status %s that was never sampled says why', async (status, words) => {
    serveMonitor(buildMonitor({ value: () => null, change: { ever_sampled: false } }))
    openTab(buildInstanceDetail({ status }))
    expect(await screen.findByText(words)).toBeVisible()
  })

  it('says so where nothing was sampled in the time shown', async () => {
    const asked = serveMonitor(buildMonitor({ value: () => null }))
    openTab(buildInstanceDetail({ status: 7 }))
    expect(await screen.findByText(/这段时间没有采样/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: '看最近 30 天' }))
    await waitFor(() => expect(asked.at(-1)).toEqual({ range: '30d' }))
  })

  it("takes a time of one's own in Beijing time, and refuses a wrong one at once", async () => {
    const asked = serveMonitor()
    openTab(buildInstanceDetail())
    await screen.findByRole('region', { name: '内存' })
    await userEvent.click(screen.getByText('自定义'))
    const [from, to] = [screen.getByLabelText('开始时间'), screen.getByLabelText('结束时间')]
    const day = new Date(Date.now() - 48 * hour).toISOString().slice(0, 10)
    fireEvent.change(from, { target: { value: `${day}T12:00` } })
    fireEvent.change(to, { target: { value: `${day}T11:00` } })
    await userEvent.click(screen.getByRole('button', { name: '查看' }))
    expect(await screen.findByText('结束时间须晚于开始时间')).toBeVisible()
    fireEvent.change(to, { target: { value: `${day}T13:30` } })
    await userEvent.click(screen.getByRole('button', { name: '查看' }))
    await waitFor(() => expect(asked.at(-1)).toEqual({ from: `${day}T04:00:00.000Z`, to: `${day}T05:30:00.000Z` }))
  })
})
