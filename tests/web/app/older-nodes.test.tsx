import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import '#src/features/instances/create/CreateInstance.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import { instances } from '#contract/instances.ts'
import { operatorHosts } from '#contract/operator/hosts.ts'
import { orders } from '#contract/orders.ts'
import { products } from '#contract/products.ts'
import { buildQuote, findQuotedPrice, getSummaryPanel, serveCatalogue } from '#tests/web/features/instances/create/shop.ts'
import { buildInstance, serveInstances } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall, mswServer } from '#tests/web/support/wire.ts'

/** Answers as a node does that does not know these fields of the contract yet. */
function answerWithout({ method, path, paged }: Endpoint, rows: object | readonly object[], unknown: readonly string[]): void {
  const forget = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !unknown.includes(name)))
  const data = Array.isArray(rows) ? rows.map(forget) : forget(rows)
  const answer = { code: '0', success: true, message: '', data, ...(paged && { total: 1 }) }
  mswServer.use(http[method === 'GET' ? 'get' : 'post'](`*${path}`, () => HttpResponse.json(answer)))
}

describe('decision 116 Beside nodes of 0.1.0, which do not say what a host can do', () => {
  it('instances are listed, and nothing is disabled for what is not known', async () => {
    const row = buildInstance({ status: 7, reason: 'manual', stopped_at: null })
    serveInstances([row])
    answerWithout(instances.list, [row], ['capabilities'])
    await openApp('/console/container-instance', { user: buildUser() })
    await userEvent.click(await screen.findByRole('button', { name: /更多操作/ }))
    expect(await screen.findByRole('menuitem', { name: /迁移/ })).not.toHaveAttribute('aria-disabled', 'true')
  })

  it('a new instance is quoted and can be ordered', async () => {
    const shop = serveCatalogue()
    answerWithout(products.list, shop.catalogue.products, ['capabilities'])
    answerWithout(orders.quote, buildQuote(), ['gaps'])
    await openApp('/create-instance', { user: buildUser() })
    await screen.findByText('规格')
    await findQuotedPrice()
    expect(within(getSummaryPanel()).getByText('关机后数据保留。')).toBeVisible()
    expect(within(getSummaryPanel()).queryByText('要留意的')).toBeNull()
  })

  it('hosts are listed', async () => {
    const host = {
      ...{ id: 'host-1', region_id: 'r1', region_name: '一区', state: 'open', drain_reason: null, problem: null, isolation: [] },
      ...{ cpu: 64, memory: 512, gpu_models: 'A100', gpu_total: 8, gpu_rented: 0, instances: 0, running: 0, simulated: true },
      ...{ cards: 'uuid', unreachable_since: null, seen_at: null, maintenance: null },
    }
    await openApp('/operator/hosts', {
      user: buildUser({ role: 'operator_admin' }),
      answer: () => {
        mockCall(products.regions, () => [])
        answerWithout(operatorHosts.list, [host], [])
      },
    })
    expect(await screen.findByText('一区')).toBeVisible()
  })
})
