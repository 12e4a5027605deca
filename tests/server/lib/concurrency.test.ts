import { describe, expect, it } from 'vitest'
import { KeyedMutex, withSingleFlight } from '#server/lib/concurrency.ts'

describe('KeyedMutex', () => {
  const record = (seen: string[], name: string, end: Promise<unknown>) => async () => {
    seen.push(`${name} begins`)
    await end
    seen.push(`${name} ends`)
    return name
  }

  it('runs work of one key one at a time, in the order asked, and goes on after a failure', async () => {
    const mutex = new KeyedMutex()
    const seen: string[] = []
    const work = ['bad', 'good', 'last'].map((name) =>
      mutex.run('k', async () => {
        await record(seen, name, new Promise((resolve) => setTimeout(resolve, 2)))()
        if (name === 'bad') throw new Error('bad')
        return name
      }),
    )
    const [bad, ...others] = await Promise.allSettled(work)
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: 'bad' } })
    expect(others).toEqual(['good', 'last'].map((value) => ({ status: 'fulfilled', value })))
    expect(seen).toEqual(['bad', 'good', 'last'].flatMap((name) => [`${name} begins`, `${name} ends`]))
  })

  it('keeps the work of one key apart when more comes as soon as some has ended', async () => {
    const mutex = new KeyedMutex()
    let [running, most] = [0, 0]
    const again = async (left: number): Promise<void> => {
      await mutex.run('k', async () => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
      })
      if (left > 0) await again(left - 1)
    }
    await Promise.all([again(20), again(20), again(20)])
    expect(most).toBe(1)
  })

  it('lets the work of another key run meanwhile', async () => {
    const mutex = new KeyedMutex()
    let end = () => {}
    const held = mutex.run('one', record([], 'one', new Promise<void>((resolve) => (end = resolve))))
    expect(await mutex.run('other', async () => 'ran')).toBe('ran')
    end()
    expect(await held).toBe('one')
  })
})

describe('singleFlight', () => {
  it('gives everybody who asks meanwhile one answer, and asks anew after it', async () => {
    let asked = 0
    const fly = withSingleFlight(async () => {
      asked += 1
      return asked
    })
    expect(await Promise.all([fly(), fly(), fly()])).toEqual([1, 1, 1])
    expect(await fly()).toBe(2)
  })

  it('shares a failure, and forgets it', async () => {
    let well = false
    const fly = withSingleFlight(async () => {
      if (!well) throw new Error('no')
      return 'yes'
    })
    const both = await Promise.allSettled([fly(), fly()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    well = true
    expect(await fly()).toBe('yes')
  })
})
