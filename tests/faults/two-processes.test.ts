import fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ChildProgram } from '#tests/support/child.ts'
import { createTemporaryFolder } from '#tests/support/engines.ts'

describe('two processes on one data directory', () => {
  let folder: string
  beforeEach(() => {
    folder = createTemporaryFolder()
  })
  afterEach(() => {
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const start = () =>
    new ChildProgram<{ opened: boolean; reason?: string }>(new URL('./two-processes.child.ts', import.meta.url), [folder])

  it('the second is refused with one line, and comes in when the first has been killed', async () => {
    const first = start()
    expect(await first.next()).toEqual({ opened: true })
    expect(await start().next()).toEqual({ opened: false, reason: expect.stringContaining(`正被进程 ${first.process.pid} 使用`) })
    await first.kill()
    expect(await start().next()).toEqual({ opened: true })
  })
})
