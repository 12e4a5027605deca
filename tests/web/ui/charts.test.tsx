import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { computeRowsPerTick, getChartColor, getChartDash, getChartHatch } from '#src/ui/charts/chart-data.ts'
import { MeterBar } from '#src/ui/charts/MeterBar.tsx'
import { Sparkline } from '#src/ui/charts/Sparkline.tsx'
import { StackedBars } from '#src/ui/charts/StackedBars.tsx'
import { computeWaterfallBars, Waterfall } from '#src/ui/charts/Waterfall.tsx'

const days = {
  title: '每天的消费',
  rowHead: '日期',
  series: ['训练', '推理'],
  rows: [
    { key: '2026-11-24', values: [1.5, 0], to: '/console/cost/consumption?from=2026-11-24' },
    { key: '2026-11-25', values: [2, null], note: '到目前为止' },
  ],
  formatValue: (yuan: number) => `¥${yuan.toFixed(2)}`,
  height: 200,
}

const showDays = () =>
  render(
    <MemoryRouter>
      <StackedBars {...days} />
    </MemoryRouter>,
  )

describe('A chart says its rows as a table too', () => {
  it('with the same values and units, unknown ones left open, and the links of its bars', async () => {
    showDays()
    const figure = screen.getByRole('figure', { name: '每天的消费' })
    expect(within(figure).queryByRole('table')).toBe(null)
    await userEvent.click(within(figure).getByRole('button', { name: '看表格' }))
    const cells = within(figure)
      .getAllByRole('row')
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(cells).toEqual([
      ['日期', '训练', '推理', '说明'],
      ['2026-11-24', '¥1.50', '¥0.00', ''],
      ['2026-11-25', '¥2.00', '—', '到目前为止'],
    ])
    expect(within(figure).getByRole('link', { name: '2026-11-24' })).toHaveAttribute('href', days.rows[0]?.to)
  })

  it('and opens a series from its name, in the legend and in the table', async () => {
    render(
      <MemoryRouter>
        <StackedBars {...days} seriesTo={['/console/cost/consumption?instance_id=gpu-1', undefined]} />
      </MemoryRouter>,
    )
    const open = () => screen.getAllByRole('link', { name: '训练' }).map((link) => link.getAttribute('href'))
    expect(open()).toEqual(['/console/cost/consumption?instance_id=gpu-1'])
    await userEvent.click(screen.getByRole('button', { name: '看表格' }))
    expect(open()).toHaveLength(2)
    expect(screen.queryByRole('link', { name: '推理' })).not.toBeInTheDocument()
  })

  it('and takes the same room as picture, as table, and before it is drawn', async () => {
    showDays()
    const room = () => screen.getByRole('figure').lastElementChild?.getAttribute('style')
    expect(room()).toContain('block-size: 200px')
    await screen.findByRole('application') // the plot
    expect(room()).toContain('block-size: 200px')
    await userEvent.click(screen.getByRole('button', { name: '看表格' }))
    expect(room()).toContain('block-size: 200px')
  })

  it('names its series beside it, each with its colour and a second sign', () => {
    showDays()
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['训练', '推理'])
    const signs = [0, 1, 2, 3, 4, 5].map((series) => [getChartColor(series), getChartHatch(series), getChartDash(series)])
    for (const sign of [0, 1, 2]) expect(new Set(signs.map((all) => all[sign])).size).toBe(6)
  })
})

describe('Labels of an axis never overlap', () => {
  it('for any number of rows and any width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 130, max: 2000 }), (rows, axisPx) => {
        const perTick = computeRowsPerTick(rows, axisPx)
        expect((axisPx / rows) * perTick).toBeGreaterThanOrEqual(rows <= 2 ? 0 : Math.min(64, axisPx / 2))
      }),
    )
  })
})

describe('A waterfall', () => {
  const amount = fc.integer({ min: -100_000, max: 100_000 })

  it('begins each bar where the one above ended, and ends at its total', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 8 }), (values) => {
        const sum = values.reduce((all, value) => all + value, 0)
        const bars = computeWaterfallBars([...values.map((value) => ({ value })), { value: sum, total: true }])
        const edges = bars.map(({ start, size }, index) =>
          (values[index] ?? sum) < 0 ? [start + size, start] : [start, start + size],
        )
        for (const [index] of values.slice(1).entries())
          expect(edges[index + 1]?.[0]).toBeCloseTo(edges[index]?.[1] ?? Number.NaN, 6)
        expect(edges.at(-1)?.[1]).toBeCloseTo(edges.at(-2)?.[1] ?? Number.NaN, 6)
        for (const { start, size } of bars) {
          expect(start).toBeGreaterThanOrEqual(-1e-9)
          expect(start + size).toBeLessThanOrEqual(100 + 1e-9)
        }
      }),
    )
  })

  it('is a table: what each step adds or takes, and why', () => {
    render(
      <MemoryRouter>
        <Waterfall
          title="可提现"
          steps={[
            { name: '余额', value: 100 },
            { name: '欠费', value: -30, note: '先结清' },
            { name: '可提现', value: 70, total: true },
          ]}
          formatValue={(yuan) => `¥${yuan}`}
        />
      </MemoryRouter>,
    )
    const table = screen.getByRole('table', { name: '可提现' })
    expect(within(table).getByRole('row', { name: /欠费\s*先结清\s*¥-30/ })).toBeVisible()
    expect(within(table).getByRole('row', { name: /可提现\s*¥70/ })).toBeVisible()
  })
})

describe('A small picture in a row', () => {
  it('leaves a gap where nothing was seen, and says in words what it shows', () => {
    render(<Sparkline values={[10, 20, null, 40, 50]} top={100} label="近 1 小时 GPU 利用率，现在 50%" />)
    const picture = screen.getByRole('img', { name: '近 1 小时 GPU 利用率，现在 50%' })
    expect(picture.querySelectorAll('path[class*="line"]')).toHaveLength(2)
  })

  it('stays within its bar, whatever the figures', () => {
    render(<MeterBar parts={[{ name: '已用', percent: 140 }]} label="已用 28 GB，共 20 GB" />)
    const [used] = screen.getByRole('img', { name: '已用 28 GB，共 20 GB' }).children
    expect(used).toHaveStyle({ inlineSize: '100%' })
  })
})
