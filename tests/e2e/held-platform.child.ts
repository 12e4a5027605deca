import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { HeldClock } from '#tests/support/held-clock.ts'
import { createRentalPlatform } from '#tests/support/rental.ts'

/**
 * The whole platform with its web on a real port, on a clock that moves only on command: each input line is the
 * milliseconds to let pass, and a line answers when they have passed. The first output line gives the address and signs in a
 * verified user with the balance given as the argument.
 */
const [balance = '0.00', webRoot = 'dist'] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

const clock = new HeldClock(new Date())
const rental = await createRentalPlatform({ clock, web_root: resolve(webRoot) })
const origin = await rental.app.listen({ host: '127.0.0.1', port: 0 })
const { token: access, refresh, user } = await rental.signUp({ real_name: true, balance })
say(JSON.stringify({ origin, access, refresh, userId: user.id }))

for await (const line of createInterface({ input: process.stdin })) {
  await rental.tick(Number(line), 300_000)
  say('passed')
}
await rental.close()
