import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { operatorAudit } from '#contract/operator/audit.ts'
import { type OperatorGpu, operatorGpus } from '#contract/operator/gpus.ts'
import { type OperatorHost, operatorHosts } from '#contract/operator/hosts.ts'
import { operatorPanel } from '#contract/operator/money.ts'
import { products } from '#contract/products.ts'
import { simulatedCapabilities } from '#tests/support/capabilities.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const at = '2026-11-21T06:00:00Z'
const ecc = '显存有 3 个不可纠正的 ECC 错误'
const user = buildUser({ role: 'operator_admin' })

const host: OperatorHost = {
  ...{ id: 'host-1', region_id: 'r1', region_name: '一区', state: 'open', drain_reason: null, problem: null, isolation: [] },
  ...{ cpu: 64, memory: 512, gpu_models: 'A100', gpu_total: 8, gpu_rented: 0, instances: 0, running: 0, simulated: true },
  ...{
    capabilities: simulatedCapabilities,
    cards: 'uuid',
    unreachable_since: null,
    seen_at: at,
    maintenance: null,
    held_at: null,
  },
  sick_cards: [
    { id: 'GPU-1', gpu_model: 'A100', reason: ecc, since: at, reported: true, instance_id: 'gpu-7' },
    { id: 'GPU-2', gpu_model: 'A100', reason: '温度过高，已降频', since: at, reported: false, instance_id: null },
  ],
}
const held: OperatorHost = {
  ...host,
  ...{ state: 'held', held_at: at, drain_reason: '连续 3 台实例启动失败：主机磁盘空间不足', sick_cards: [] },
}
const card = (change: Partial<OperatorGpu>): OperatorGpu => ({
  ...{ id: 'GPU-1', gpu_model: 'A100', host_id: 'host-1', region_id: 'r1', region_name: '一区', state: 'closed' as const },
  ...{ instance_id: null, health: null, health_since: null, missing: false, held_at: null, held_reason: null },
  ...change,
})

const openHost = (present: () => OperatorHost) =>
  openApp('/operator/hosts/host-1', {
    user,
    answer: () => {
      mockCall(operatorHosts.get, present)
      mockCall(operatorAudit.history, () => [])
    },
  })
const openGpus = (rows: readonly OperatorGpu[]) =>
  openApp('/operator/gpus', {
    user,
    answer: () => {
      mockCall(products.regions, () => [])
      const smsCodes = { by_known: 0, by_visitors: 0, visitors_max: 4000, budget: 5000 }
      mockCall(operatorPanel.stock, () => ({ gpus: [], instances: [], sms_codes: smsCodes }))
      mockCall(operatorGpus.list, () => ({ items: [...rows], total: rows.length }))
    },
  })

/** Runs an action that asks for a reason. */
async function decide(button: HTMLElement, label: string): Promise<void> {
  const pointer = userEvent.setup()
  await pointer.click(button)
  const dialog = await screen.findByRole('dialog')
  await pointer.type(within(dialog).getByLabelText('原因'), '已修好')
  await pointer.click(within(dialog).getByRole('button', { name: label }))
}

describe('decision 124 The page of a host', () => {
  it('says which cards are sick, why and since when, and leads to each', async () => {
    await openHost(() => host)
    expect(await screen.findByText(new RegExp(`${ecc}（2026-11-21 14:00 起`))).toBeInTheDocument()
    expect(screen.getByText(/温度过高.*已不再报告，等待恢复上架/)).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'GPU-1' })).toHaveAttribute('href', '/operator/gpus?keyword=GPU-1')
    expect(screen.queryByRole('button', { name: '恢复上架' })).toBeNull()
  })

  it('is marked in the list', async () => {
    await openApp('/operator/hosts', {
      user,
      answer: () => {
        mockCall(products.regions, () => [])
        mockCall(operatorHosts.list, () => ({ items: [host, { ...held, id: 'host-2' }], total: 2 }))
      },
    })
    expect(await screen.findByText('一区 · 2 张卡有故障或停售')).toBeInTheDocument()
    expect((await screen.findByText('host-2')).closest('tr')).toHaveTextContent('自动停售')
  })

  it('puts back on sale what the platform took out, with a reason', async () => {
    const asked: unknown[] = []
    await openHost(() => (asked.length > 0 ? { ...host, sick_cards: [] } : held))
    mockCall(operatorHosts.restore, ({ body }) => {
      asked.push(body)
      return { ...host, sick_cards: [] }
    })
    expect(await screen.findByText('自动停售')).toBeInTheDocument()
    expect(screen.getByText(held.drain_reason!)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: '取消排空' })).toBeNull()
    await decide(screen.getByRole('button', { name: '恢复上架' }), '恢复上架')
    expect(await screen.findByText('接收新实例')).toBeInTheDocument()
    expect(asked).toEqual([{ reason: '已修好' }])
  })
})

describe('decision 124 The list of cards', () => {
  it('says what is wrong, and offers what can be decided', async () => {
    const out = { held_at: at, held_reason: ecc }
    await openGpus([
      card({ id: 'GPU-1', ...out, health: ecc, health_since: at }),
      card({ id: 'GPU-2', ...out }),
      card({ id: 'GPU-3', ...out, health: '主机不再报告这张卡', health_since: at, missing: true }),
      card({ id: 'GPU-4', health: '温度过高', health_since: at }),
      card({ id: 'GPU-5', state: 'free' }),
    ])
    const row = async (id: string) => (await screen.findByText(id)).closest('tr') as HTMLElement
    const offers = async (id: string) =>
      within(await row(id))
        .queryAllByRole('button', { name: /恢复上架|移出库存/ })
        .map((button) => button.textContent)
    expect(await row('GPU-1')).toHaveTextContent(`起停售：${ecc}`)
    expect(await offers('GPU-1')).toEqual([])
    expect(await row('GPU-2')).toHaveTextContent('主机已不再报告故障')
    expect(await offers('GPU-2')).toEqual(['恢复上架'])
    expect(await offers('GPU-3')).toEqual(['移出库存'])
    expect(await row('GPU-4')).toHaveTextContent('观察中')
    expect(await offers('GPU-5')).toEqual([])
  })

  it('puts a card back on sale, with a reason', async () => {
    const asked: unknown[] = []
    await openGpus([card({ held_at: at, held_reason: ecc })])
    mockCall(operatorGpus.restore, ({ params, body }) => {
      asked.push([params, body])
      return null
    })
    await decide(await screen.findByRole('button', { name: /恢复上架/ }), '恢复上架')
    expect(await screen.findByText('已恢复上架')).toBeInTheDocument()
    expect(asked).toEqual([[{ id: 'GPU-1' }, { reason: '已修好' }]])
  })
})
