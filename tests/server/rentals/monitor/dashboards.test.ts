import { readdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { findPrometheusObstacle, startPrometheus } from '#tests/server/rentals/monitor/prometheus-server.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

interface Panel {
  id: number
  type: string
  title: string
  datasource: { uid: string }
  gridPos: { x: number; y: number; w: number; h: number }
  targets: { refId: string; expr: string; legendFormat: string; datasource: { uid: string } }[]
}
interface Dashboard {
  uid: string
  title: string
  schemaVersion: number
  editable: boolean
  panels: Panel[]
}

const folder = 'deploy/grafana/dashboards'
const dashboards = readdirSync(folder).map((file) => ({
  file,
  dashboard: JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Dashboard,
}))
const queries = dashboards.flatMap(({ dashboard }) =>
  dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr }))),
)

describe('decision 111 Dashboards of Grafana', () => {
  it.each(dashboards)(
    '$file has panels that do not overlap, each with a title, a place and queries of the one data source',
    ({ file, dashboard: { uid, title, schemaVersion, editable, panels } }) => {
      expect([file, editable]).toEqual([`${uid}.json`, false])
      expect([title, schemaVersion]).toEqual([expect.stringMatching(/^智算中心：/), 39])
      expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
      const cells = new Set<string>()
      for (const { gridPos, ...panel } of panels) {
        expect(panel).toMatchObject({ title: expect.stringMatching(/\S/), datasource: { uid: 'prometheus' } })
        expect(panel.targets.length).toBeGreaterThan(0)
        for (const target of panel.targets)
          expect(target).toMatchObject({ refId: expect.stringMatching(/^[A-Z]$/), datasource: { uid: 'prometheus' } })
        expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
        for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
          for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
            expect(cells.has(`${x} ${y}`), `${panel.title} lies on another panel`).toBe(false)
            cells.add(`${x} ${y}`)
          }
      }
    },
  )

  it('have the data source that provisioning makes', () => {
    expect(readFileSync('deploy/grafana/provisioning/datasources/prometheus.yml', 'utf8')).toMatch(/^ {4}uid: prometheus$/m)
  })
})

const missing = findPrometheusObstacle()
if (missing) console.warn(`skipped: ${missing}`)

describe.skipIf(missing)('decision 111 Queries of the dashboards', () => {
  let rental: RentalPlatform
  let prometheus: Awaited<ReturnType<typeof startPrometheus>>
  let metrics: string
  beforeAll(async () => {
    rental = await createRentalPlatform()
    const person = await rental.addPerson({ balance: '100.00' })
    await rental.rent(person)
    await rental.app.listen({ host: '127.0.0.1', port: 0 })
    const target = `127.0.0.1:${(rental.app.server.address() as AddressInfo).port}`
    metrics = await (await fetch(`http://${target}/metrics`)).text()
    prometheus = await startPrometheus(target, { job: 'zhisuan', labels: { role: 'api' } })
  })
  afterAll(async () => {
    await prometheus?.close()
    await rental?.close()
  })
  const ask = async (expr: string) => {
    const reply = await fetch(`${prometheus.url}/api/v1/query?query=${encodeURIComponent(expr)}`)
    return (await reply.json()) as {
      status: string
      error?: string
      data?: { result: { metric: object; value: [number, string] }[] }
    }
  }

  it('ask for figures that a node shows, by the names it gives them', () => {
    const shown = new Set([...metrics.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
    for (const { title, expr } of queries) {
      const names = [...expr.matchAll(/\b(?:zhisuan|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
        name.replace(/_(bucket|count)$/, ''),
      )
      for (const name of names) expect(shown, `${title}: ${name}`).toContain(name)
    }
  })

  it('are understood by the real Prometheus, every one', async () => {
    expect(queries.length).toBeGreaterThan(35)
    for (const { title, expr } of queries) {
      const { status, error } = await ask(expr)
      expect([title, status, error]).toEqual([title, 'success', undefined])
    }
  })

  it.each([
    ['运行中的实例', '1'],
    ['卡的出租率', /^0\.\d+$/],
    ['当前每小时收入', /^\d+(\.\d+)?$/],
    ['节点', '1'],
    ['数据库', '1'],
    ['磁盘剩余', /^0\.\d+$/],
  ])('answer with what is there: %s', async (title, expected) => {
    const { expr } = queries.find((query) => query.title === title)!
    await vi.waitFor(
      async () => {
        const { data } = await ask(expr)
        expect(data?.result.map(({ value }) => value[1])).toContainEqual(
          expected instanceof RegExp ? expect.stringMatching(expected) : expected,
        )
      },
      { timeout: 60_000, interval: 500 },
    )
  })
})
