import { describe, expect, it } from 'vitest'
import { listSourceFiles, type SourceFile, type SourceImport } from '#tests/support/source.ts'

const contract = listSourceFiles('contract')
const server = listSourceFiles('server')
const src = listSourceFiles('src')
const tests = listSourceFiles('tests')

/** `importer → imported` of every import that a rule forbids. */
const forbidden = (files: readonly SourceFile[], rule: (one: SourceImport, file: SourceFile) => boolean): string[] =>
  files.flatMap((file) => file.imports.filter((one) => rule(one, file)).map((one) => `${file.path} → ${one.from}`))
const within = (files: readonly SourceFile[], start: string) => files.filter(({ path }) => path.startsWith(start))
const ending = (files: readonly SourceFile[], end: string) => files.filter(({ path }) => path.endsWith(end))
/** `features/orders` of `src/features/orders/OrderShow.tsx`. */
const nounOf = (path: string): string | undefined => /^src\/((?:features|operator)\/[^/]+)\//.exec(path)?.[1]

describe('The scan', () => {
  it.each([
    ['contract', contract],
    ['server/lib', within(server, 'server/lib/')],
    ['server/http', within(server, 'server/http/')],
    ['server/db', within(server, 'server/db/')],
    ['server/ledger', within(server, 'server/ledger/')],
    ['server/jobs', within(server, 'server/jobs/')],
    ['server/ports', within(server, 'server/ports/')],
    ['server/adapters', within(server, 'server/adapters/')],
    ['routes', ending(server, '.routes.ts')],
    ['services', ending(server, '.service.ts')],
    ['repos', ending(server, '.repo.ts')],
    ['policies', ending(server, '.policy.ts')],
    ['machines', ending(server, '.machine.ts')],
    ['src/site', within(src, 'src/site/')],
    ['src/ui', within(src, 'src/ui/')],
    ['src/admin', within(src, 'src/admin/')],
    ['src/features', within(src, 'src/features/')],
    ['src/operator', within(src, 'src/operator/')],
    ['tests', tests],
  ])('has seen %s', (_, files) => {
    expect(files.length).toBeGreaterThan(0)
    expect(files.some(({ imports }) => imports.length > 0)).toBe(true)
  })

  it('reads every way to import', () => {
    const own = tests.find(({ path }) => path === 'tests/architecture/imports.test.ts')!
    expect(own.imports).toEqual([
      { from: 'vitest', types_only: false },
      { from: 'tests/support/source.ts', types_only: false },
    ])
    const repo = server.find(({ path }) => path === 'server/domains/money/billing/arrears.repo.ts')!
    expect(repo.imports).toEqual([
      { from: 'kysely', types_only: true },
      { from: 'server/db/types.ts', types_only: true },
    ])
  })
})

describe('design §3 The wire', () => {
  it('imports zod and itself', () =>
    expect(forbidden(contract, ({ from }) => from !== 'zod' && from !== 'zod/locales' && !from.startsWith('contract/'))).toEqual(
      [],
    ))
})

describe('design §3 Nothing imports the tests', () => {
  it('but the tests', () =>
    expect(forbidden([...contract, ...server, ...src], ({ from }) => from.startsWith('tests/'))).toEqual([]))
})

describe('design §3 The server', () => {
  const layers: [string, readonly string[]][] = [
    ['server/lib/', ['contract/', 'server/lib/']],
    ['server/ports/', ['contract/', 'server/ports/']],
    ['server/db/', ['contract/', 'server/lib/', 'server/db/']],
    ['server/ledger/', ['contract/', 'server/db/', 'server/ledger/', 'server/lib/']],
    ['server/adapters/', ['contract/', 'server/lib/', 'server/ports/', 'server/adapters/']],
  ]
  it.each(layers)('%s knows nothing above it', (folder, below) => {
    const strange = ({ from }: SourceImport) => from.startsWith('server/') && !below.some((start) => from.startsWith(start))
    // Which driver runs is part of how the program is put together.
    const files = within(server, folder).filter(({ path }) => path !== 'server/adapters/engines.ts')
    expect(forbidden(files, strange)).toEqual([])
  })

  it('http knows no module, no job and no adapter', () => {
    const above = /^server\/(domains|jobs|adapters|demo|app|main)/
    expect(forbidden(within(server, 'server/http/'), ({ from }) => above.test(from))).toEqual([])
  })

  it('modules see ports, never adapters, and know neither jobs nor the app', () => {
    const above = /^server\/(adapters|jobs|demo|app|main)/
    expect(forbidden(within(server, 'server/domains/'), ({ from }) => above.test(from))).toEqual([])
  })

  it('nobody imports main, and the app only main does', () => {
    const starters = ['server/main.ts', 'server/app.ts']
    expect(forbidden(server, ({ from }, { path }) => starters.includes(from) && path !== 'server/main.ts')).toEqual([])
  })

  it('does not know the web', () =>
    expect(forbidden(server, ({ from }) => /^(src|react|antd|@refinedev)/.test(from))).toEqual([]))
})

describe('design §3 Between domains', () => {
  const domainOf = (path: string): string | undefined => /^server\/domains\/([^/]+)\//.exec(path)?.[1]
  const inside = within(server, 'server/domains/')
  const imported = new Map<string, Set<string>>()
  for (const { path, imports } of inside)
    for (const { from } of imports) {
      const [domain, other] = [domainOf(path)!, domainOf(from)]
      if (other && other !== domain) imported.set(domain, (imported.get(domain) ?? new Set()).add(other))
    }

  /** From the lowest up: each after all that it imports. Throws at a circle. */
  const computeOrder = (): string[] => {
    const left = new Set(inside.map(({ path }) => domainOf(path)!))
    const order: string[] = []
    while (left.size > 0) {
      const next = [...left].filter((domain) => ![...(imported.get(domain) ?? [])].some((other) => left.has(other)))
      if (next.length === 0) throw new Error(`a circle among ${[...left].join(', ')}`)
      order.push(...next.sort())
      for (const domain of next) left.delete(domain)
    }
    return order
  }

  it('imports go one way', () => {
    const order = computeOrder()
    expect(order).toHaveLength(9)
    expect(order[0]).toBe('notify')
    expect(order.at(-1)).toBe('operator')
  })

  it('stand in the order of docs/design.md §2', () => {
    const floors = ['operator', 'llm', 'rentals', 'content', 'money', 'catalog', 'storage', 'accounts', 'notify']
    const up = ({ from }: SourceImport, { path }: SourceFile) => {
      const other = domainOf(from)
      return other !== undefined && floors.indexOf(other) < floors.indexOf(domainOf(path)!)
    }
    expect(forbidden(inside, up)).toEqual([])
  })
})

describe('design §3 Between files', () => {
  it('no file imports itself by way of others', () => {
    const all = new Map([...contract, ...server, ...src].map((file) => [file.path, file.imports.map(({ from }) => from)]))
    const done = new Set<string>()
    const circles: string[] = []
    const visit = (path: string, above: readonly string[]): void => {
      if (above.includes(path)) {
        circles.push([...above.slice(above.indexOf(path)), path].join(' → '))
        return
      }
      if (done.has(path)) return
      for (const from of all.get(path) ?? []) if (all.has(from)) visit(from, [...above, path])
      done.add(path)
    }
    for (const path of all.keys()) visit(path, [])
    expect(circles).toEqual([])
  })
})

describe('design §3 Within a module', () => {
  it('routes reach the database through services: of a repo they know types only', () => {
    const past = ({ from, types_only: typesOnly }: SourceImport) => from.endsWith('.repo.ts') && !typesOnly
    expect(forbidden(ending(server, '.routes.ts'), past)).toEqual([])
  })

  it('services and repos know nothing of HTTP', () => {
    const http = ({ from }: SourceImport) =>
      from === 'fastify' || from.startsWith('@fastify/') || from.endsWith('.routes.ts') || from === 'server/http/mount.ts'
    const inner = within(server, 'server/domains/').filter(({ path }) => !path.endsWith('.routes.ts'))
    expect(forbidden(inner, http)).toEqual([])
  })

  it('repos know the database and nothing else of ours', () => {
    const more = ({ from, types_only: typesOnly }: SourceImport) =>
      from.startsWith('server/') && !typesOnly && !/^server\/(db|lib)\//.test(from)
    expect(forbidden(ending(server, '.repo.ts'), more)).toEqual([])
  })

  it('policies and machines do no I/O', () => {
    const io = ({ from, types_only: typesOnly }: SourceImport) =>
      !typesOnly && !/^contract\/|^server\/lib\/backoff\.ts$|\.(policy|machine)\.ts$/.test(from)
    expect(forbidden([...ending(server, '.policy.ts'), ...ending(server, '.machine.ts')], io)).toEqual([])
  })
})

describe('design §3 What a domain shows to those above it', () => {
  const domainOf = (path: string): string | undefined => /^server\/domains\/([^/]+)\//.exec(path)?.[1]
  /** What is not a service and may be used by everybody all the same: it puts a message on the stream, in a transaction. */
  const published = ['server/domains/notify/notifications/stream-outbox.ts']
  const above = [...within(server, 'server/domains/'), ...within(server, 'server/jobs/'), ...within(server, 'server/gateway/')]
  const others = ({ from }: SourceImport, { path }: SourceFile) => ![undefined, domainOf(path)].includes(domainOf(from))

  it('are its services and policies; of anything else they know types only', () => {
    expect(forbidden(above, others).length).toBeGreaterThan(100)
    const past = (one: SourceImport, file: SourceFile) =>
      others(one, file) && !one.types_only && !/\.(service|policy)\.ts$/.test(one.from) && !published.includes(one.from)
    expect(forbidden(above, past)).toEqual([])
  })
})

describe('design §3 The web', () => {
  it('knows the contract, not the server', () => expect(forbidden(src, ({ from }) => /^server\//.test(from))).toEqual([]))

  it.each(['src/site/', 'src/ui/', 'src/auth/'])('%s stays outside of Refine', (folder) =>
    expect(forbidden(within(src, folder), ({ from }) => from.startsWith('@refinedev/'))).toEqual([]),
  )
  it('the public site, and the ui it shares with the console, carry no antd', () => {
    // The tokens both share, put into antd's words, for the console.
    const theme = 'src/ui/theme/antd-theme.ts'
    const light = [...within(src, 'src/site/'), ...within(src, 'src/ui/')].filter(({ path }) => path !== theme)
    expect(forbidden(light, ({ from }) => from === theme)).toEqual([])
    expect(
      forbidden(light, ({ from, types_only: typesOnly }) => /^(antd|@ant-design\/(?!icons))/.test(from) && !typesOnly),
    ).toEqual([])
  })

  it('is built in floors: each part knows those below it', () => {
    const above: Record<string, RegExp> = {
      'src/ui/': /^src\/(providers|admin|features|operator|site|auth|sandbox|app)\//,
      'src/api/': /^src\/(session|providers|admin|features|operator|site|auth|sandbox|app)\//,
      'src/session/': /^src\/(providers|admin|features|operator|site|auth|sandbox|app)\//,
      // What a resource is, providers read; how it is drawn, they do not know.
      'src/providers/':
        /^src\/(admin\/(?!(resource|resource-entry|define-page|create-label)\.ts$)|features|operator|site|auth|sandbox|app)\//,
      'src/admin/': /^src\/(features|operator|site|auth|sandbox|app)\//,
      'src/features/': /^src\/(operator|site|sandbox|app)\//,
      'src/operator/': /^src\/(site|auth|sandbox|app)\//,
      'src/site/': /^src\/(auth|providers|admin|features|operator|app)\//,
      'src/auth/': /^src\/(providers|admin|features|operator|app)\//,
    }
    for (const [folder, floors] of Object.entries(above)) {
      const files = within(src, folder)
      expect(files.length, folder).toBeGreaterThan(0)
      expect(
        forbidden(files, ({ from }) => floors.test(from)),
        folder,
      ).toEqual([])
    }
  })

  it('a noun shows others what stands in its shared.ts', () => {
    const nouns = [...within(src, 'src/features/'), ...within(src, 'src/operator/')]
    const others = ({ from }: SourceImport, { path }: SourceFile) => ![undefined, nounOf(path)].includes(nounOf(from))
    expect(forbidden(nouns, others).length).toBeGreaterThan(20)
    const past = (one: SourceImport, file: SourceFile) =>
      others(one, file) && !/^src\/features\/[^/]+\/shared\.ts$|^src\/operator\/shared\//.test(one.from)
    expect(forbidden(nouns, past)).toEqual([])
  })
})
