import { once } from 'node:events'
import { Duplex } from 'node:stream'
import type { WebSocket } from '@fastify/websocket'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { accountSecurity } from '#contract/account-security.ts'
import { auth } from '#contract/auth.ts'
import { terminalCloseCodes } from '#contract/instance-access.ts'
import { instances, terminalPong } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { addPerson, type Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { waitUntil } from '#tests/support/until.ts'

let rental: RentalPlatform
let owner: Person
let id: string
/** Programs in the order in which they were started. */
const programs: { stream: Duplex }[] = []
/** What a shell waits for before it is there. */
let slow: Promise<void> | undefined
/** In place of a program: what takes no input for a while. */
let busy: Duplex | undefined

beforeAll(async () => {
  rental = await createRentalPlatform()
  const { compute } = rental.deps
  const exec = compute.exec.bind(compute)
  compute.exec = async (...asked) => {
    const session = await exec(...asked)
    if (busy) session.stream = busy
    programs.push(session)
    await slow
    return session
  }
  owner = await rental.addPerson({ balance: '100.00' })
  id = await rental.rent(owner)
})
beforeEach(async () => {
  owner = await again(owner)
})
afterAll(() => rental.close())

const ticketFor = async (person = owner) => (await person.call(instances.terminal_ticket, { params: { id } })).data.path
const connect = (path: string): Promise<WebSocket> => rental.app.injectWS(path)

async function terminal(): Promise<{ socket: WebSocket; closed: Promise<number> }> {
  const socket = await connect(await ticketFor())
  await once(socket, 'message')
  return { socket, closed: once(socket, 'close').then(([code]) => code as number) }
}

describe('product §4 The terminal in the browser', () => {
  it('opens once for a ticket', async () => {
    const path = await ticketFor()
    const socket = await connect(path)
    await once(socket, 'message')
    const [code] = await once(await connect(path), 'close')
    expect(code).toBe(terminalCloseCodes.refused)
    socket.close()
  })

  it('ends with the session it was opened from, however that ends', async () => {
    const { socket, closed } = await terminal()
    await rental.clock.advance(5_000)
    expect(socket.readyState).toBe(socket.OPEN)
    await owner.call(auth.logout)
    await rental.clock.advance(5_000)
    expect(await closed).toBe(terminalCloseCodes.refused)
    expect(programs.at(-1)!.stream.destroyed).toBe(true)
  })

  it('stays while other devices are signed out, and does not open for one that was', async () => {
    const stolen = await again(owner)
    const path = await ticketFor(stolen)
    const { socket } = await terminal()
    await owner.call(accountSecurity.end_other_sessions)
    await rental.clock.advance(5_000)
    expect(socket.readyState).toBe(socket.OPEN)
    const [code] = await once(await connect(path), 'close')
    expect(code).toBe(terminalCloseCodes.refused)
    socket.close()
  })

  it('answers a ping by itself, and the program hears nothing of it', async () => {
    const { socket } = await terminal()
    const wrote: unknown[] = []
    programs.at(-1)!.stream.on('data', (chunk: Buffer) => wrote.push(chunk))
    socket.send(JSON.stringify({ type: 'ping' }))
    const [message, binary] = await once(socket, 'message')
    expect(String(message)).toBe(terminalPong)
    expect(binary).toBe(false)
    expect(wrote).toEqual([])
    socket.close()
  })

  it('leaves no program behind where the browser was gone before there was one', async () => {
    const before = programs.length
    const letGo = hold()
    const socket = await connect(await ticketFor())
    await expect.poll(() => programs.length).toBe(before + 1)
    socket.close()
    await once(socket, 'close')
    letGo()
    await expect.poll(() => programs.at(-1)!.stream.destroyed).toBe(true)
  })

  it('opens ten at once for one person, and another when one was closed', async () => {
    const tickets: string[] = []
    const person = await rental.addPerson({ balance: '100.00' })
    const own = { params: { id: await rental.rent(person) } }
    const ticket = async () => (await person.call(instances.terminal_ticket, own)).data.path
    for (let i = 0; i < limits.terminalsMax + 3; i++) tickets.push(await ticket())
    const sockets = await Promise.all(tickets.map(connect))
    const refused: number[] = []
    const opened: WebSocket[] = []
    for (const socket of sockets)
      socket.once('close', (code: number) => refused.push(code)).once('message', () => opened.push(socket))
    await waitUntil(() => expect([opened.length, refused.length]).toEqual([limits.terminalsMax, 3]))
    expect(new Set(refused)).toEqual(new Set([terminalCloseCodes.too_many]))
    opened[0]!.terminate()

    await waitUntil(async () => {
      const socket = await connect(await ticket())
      await once(socket, 'message', { signal: AbortSignal.timeout(1000) })
      opened.push(socket)
    })
    for (const socket of opened) socket.close()
  })

  it('keeps little of what is typed before there is a shell', async () => {
    const letGo = hold()
    const socket = await connect(await ticketFor())
    const closed = once(socket, 'close')
    for (let n = 0; n < 4; n += 1) socket.send(JSON.stringify({ type: 'input', data: 'x'.repeat(30_000) }))
    expect((await closed)[0]).toBe(terminalCloseCodes.refused)
    letGo()
  })

  describe('reads no more than a program takes', () => {
    const frames = 400
    const data = 'x'.repeat(60_000)
    let taken = 0
    let take: () => void = () => undefined

    async function paste(): Promise<WebSocket> {
      const idle = new Promise<void>((resolve) => {
        take = resolve
      })
      taken = 0
      const program = new Duplex({
        read: () => undefined,
        write: (chunk: Buffer, _, done) => {
          taken += chunk.length
          void idle.then(() => done())
        },
      })
      busy = program
      const socket = await connect(await ticketFor())
      await expect.poll(() => program.listenerCount('data')).toBe(1)
      busy = undefined
      for (let nth = 0; nth < frames; nth += 1) socket.send(JSON.stringify({ type: 'input', data }))
      await expect.poll(() => taken).toBeGreaterThan(0)
      for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return socket
    }

    it('and goes on where it stopped', async () => {
      const socket = await paste()
      expect(programs.at(-1)!.stream.writableLength).toBeLessThan(1_000_000)
      take()
      await expect.poll(() => taken).toBe(frames * data.length)
      socket.close()
    })

    it('but hears that the browser has gone, and that the session is over', async () => {
      const gone = await paste()
      gone.terminate()
      await expect.poll(() => rental.clock.advance(10_000).then(() => programs.at(-1)!.stream.destroyed)).toBe(true)
      const ended = await paste()
      const closed = once(ended, 'close')
      await owner.call(auth.logout)
      await rental.clock.advance(5_000)
      expect((await closed)[0]).toBe(terminalCloseCodes.refused)
    })
  })

  it('goes on while the image of the running instance is saved', async () => {
    const { socket } = await terminal()
    await owner.call(instances.save_image, { params: { id }, body: { name: '环境', version: '1' } })
    await rental.clock.advance(5_000)
    expect((await rental.show(owner, id)).status).toBe(31)
    expect(socket.readyState).toBe(socket.OPEN)
    socket.close()
  })
})

function hold(): () => void {
  let letGo = () => {}
  slow = new Promise((resolve) => {
    letGo = resolve
  })
  return () => {
    slow = undefined
    letGo()
  }
}

/** The same person, signed in anew. */
async function again(person: Person): Promise<Person> {
  const { kysely } = rental.deps.database
  const other = await addPerson(rental, {})
  await kysely.updateTable('sessions').set({ user_id: person.id }).where('id', '=', other.session_id).execute()
  return { ...other, id: person.id }
}
