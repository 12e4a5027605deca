import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import type { Instance } from '#contract/instances.ts'
import type { StreamMessage } from '#contract/stream.ts'
import { buildInstance, toMinuteIso } from '#tests/support/build-instance.ts'

export const instanceCount = 100

/** Adds a hundred instances where the test needs them: the list call and the stream are mocked, the server answers the rest. */
export async function standInInstances(page: Page) {
  const lines = new Set<ServerResponse>()
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': open\n\n')
    lines.add(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await page.route('**/sse/v1/**', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))

  const rows = Array.from({ length: instanceCount }, (_, n) =>
    buildInstance({
      id: `gpu-${String(n).padStart(16, '0')}`,
      instance_name: `gpu-${n}`,
      nick_name: `训练 ${n}`,
      image_id: 'image-tests',
      created_at: new Date(Date.UTC(2026, 10, 21, 6, 0, n)).toISOString(),
      started_at: toMinuteIso(0),
    }),
  )
  let lists = 0
  await page.route('**/api/v1/instance/list?*', (route) => {
    lists += 1
    return route.fulfill({ json: { code: '0', success: true, data: rows, message: '', total: instanceCount } })
  })
  const turn = (row: Instance, status: Instance['status']) => {
    row.status = status
    const message: StreamMessage = { type: 'change', resource: 'instances', id: row.id, row }
    for (const line of lines) line.write(`data: ${JSON.stringify(message)}\n\n`)
  }
  return {
    turnAll: (status: Instance['status']) => {
      for (const row of rows) turn(row, status)
    },
    /** Turns the `nth` instance, counted on and on, into another state than the last time. */
    turnOne: (nth: number) => turn(rows[nth % instanceCount]!, Math.floor(nth / instanceCount) % 2 ? 2 : 7),
    lists: () => lists,
    listening: () => lines.size > 0,
    close: () => {
      for (const line of lines) line.destroy()
      server.close()
    },
  }
}
