import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { isApiError } from '#src/api/api-error.ts'
import { uploadBytes } from '#src/api/upload.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { stubWebLocks } from '#tests/web/support/locks.ts'
import { storeToken } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { stubBrowserFiles } from './files.ts'
import { serveTus } from './tus.ts'

stubBrowserFiles()
const file = new File(['0123456789'], '数据.txt')
const path = '/tus/v1/up-1'
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

const send = (signal = new AbortController().signal) => {
  const heard: number[] = []
  return { heard, sent: uploadBytes({ path, file, signal, onProgress: (bytes) => heard.push(bytes) }) }
}

stubWebLocks()
beforeEach(() => {
  toast.clear()
  storeToken()
})
afterEach(() => session.clear())

describe('product §7 Sending the bytes of a file', () => {
  it('sends what the server lacks and tells how far it is', async () => {
    const world = serveTus({ 'up-1': 10 })
    world.received.set('up-1', new TextEncoder().encode('0123'))
    const { heard, sent } = send()
    await sent
    expect(text(world.received.get('up-1'))).toBe('0123456789')
    expect(world.asked).toEqual(['HEAD up-1', 'PATCH up-1 4'])
    expect(heard[0]).toBe(4)
    expect(heard.at(-1)).toBe(10)
  })

  it('sends nothing of a file that is there already', async () => {
    const world = serveTus({ 'up-1': 10 })
    world.received.set('up-1', new TextEncoder().encode('0123456789'))
    await send().sent
    expect(world.asked).toEqual(['HEAD up-1'])
  })

  it('rejects with status 0 when the line breaks, and leaves what arrived', async () => {
    const world = serveTus({ 'up-1': 10 })
    world.troubles.push('cut')
    const error = await send().sent.catch((thrown: unknown) => thrown)
    expect(isApiError(error) && error.status).toBe(0)
    await send().sent
    expect(text(world.received.get('up-1'))).toBe('0123456789')
    expect(world.asked.at(-1)).toBe('PATCH up-1 5')
  })

  it('rejects with the status of an answer without an envelope', async () => {
    const world = serveTus({ 'up-1': 10 })
    world.troubles.push(423)
    const error = await send().sent.catch((thrown: unknown) => thrown)
    expect(isApiError(error) && [error.code, error.status]).toEqual(['', 423])
  })

  it('renews the session once on a 401 and goes on where it was (requirements §4)', async () => {
    const world = serveTus({ 'up-1': 10 })
    world.valid.push('access-2')
    let refreshes = 0
    mockCall(auth.refresh, () => {
      refreshes += 1
      return { access: 'access-2', refresh: 'refresh-2' }
    })
    await send().sent
    expect(refreshes).toBe(1)
    expect(text(world.received.get('up-1'))).toBe('0123456789')
  })

  it('does not refresh for ever: a renewed token that is refused too ends it', async () => {
    const world = serveTus({ 'up-1': 10 })
    world.valid.push('nobody')
    let refreshes = 0
    mockCall(auth.refresh, () => {
      refreshes += 1
      return { access: `access-${refreshes + 1}`, refresh: 'refresh-2' }
    })
    const error = await send().sent.catch((thrown: unknown) => thrown)
    expect(isApiError(error) && error.status).toBe(401)
    expect(refreshes).toBe(1)
  })

  it('tells the session when the refresh is refused', async () => {
    const world = serveTus({ 'up-1': 10 })
    world.valid.push('nobody')
    mockCall(auth.refresh, () => {
      throw new RefusedError('signed_out')
    })
    await expect(send().sent).rejects.toThrow()
    expect(session.token()).toBeNull()
  })

  it('stops at once when it is told to', async () => {
    const world = serveTus({ 'up-1': 10 })
    world.hold = new Promise(() => undefined)
    const control = new AbortController()
    const { sent } = send(control.signal)
    const end = sent.catch((thrown: unknown) => thrown)
    await new Promise((resolve) => setTimeout(resolve, 20))
    control.abort(new Error('paused'))
    expect(await end).toEqual(new Error('paused'))
  })
})
