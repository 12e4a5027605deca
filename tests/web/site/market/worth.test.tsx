import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { buildCompareRows } from '#src/site/market/compare-rows.ts'
import { WorthChart } from '#src/site/market/WorthChart.tsx'
import { buildWorthPoints } from '#src/site/market/worth-points.ts'
import { buildMarketProduct } from '../offers.ts'

const a100 = buildMarketProduct({ id: 'north', name: 'A100', region_name: '华北一区' })
const sameElsewhere = { ...a100, id: 'east', region_name: '华东一区' }
const dearerElsewhere = { ...a100, id: 'west', region_name: '西南一区', price: { ...a100.price, hour: '9.90' } }
const l40s = buildMarketProduct({ id: 'l40s', name: 'L40S', vram: 48, price: { ...a100.price, hour: '3.20' } })

describe('issue 16 Market: price against performance', () => {
  it('draws equal offers of several regions as one point, chosen if one of them is', () => {
    expect(buildWorthPoints([l40s, a100, sameElsewhere], [sameElsewhere], 'vram')).toEqual([
      { name: 'L40S', x: 3.2, y: 48, chosen: false },
      { name: 'A100', x: Number(a100.price.hour), y: a100.vram, chosen: true },
    ])
  })

  it('says where an offer is if its name stands at several points', () => {
    const names = buildWorthPoints([a100, sameElsewhere, dearerElsewhere], [], 'fp16').map(({ name }) => name)
    expect(names).toEqual(['A100 华北一区、华东一区', 'A100 西南一区'])
  })

  it('shows the whole market as a table too, against computing power or VRAM', async () => {
    render(
      <MemoryRouter>
        <WorthChart market={[a100, l40s]} chosen={[a100]} />
      </MemoryRouter>,
    )
    await userEvent.click(screen.getByRole('button', { name: '看表格' }))
    await userEvent.click(screen.getByRole('radio', { name: '显存' }))
    const table = within(screen.getByRole('region', { name: '每小时价格与显存' }))
    expect(table.getByRole('columnheader', { name: '显存（GB）' })).toBeInTheDocument()
    expect(table.getByRole('row', { name: /^L40S 48 元\/小时 3.20$/ })).toBeInTheDocument()
  })

  it('finds the offer best whose computing power and memory cost least', () => {
    const rows = buildCompareRows([a100, l40s])
    const memory = rows.find(({ label }) => label === '每 10 GB 显存（元/小时）')!
    expect(memory.cells.map(({ text, best }) => [text, best])).toEqual([
      [((Number(a100.price.hour) / a100.vram) * 10).toFixed(2), false],
      ['0.67', true],
    ])
  })
})
