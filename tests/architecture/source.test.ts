import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createMemoryDatabase } from '#tests/support/database.ts'
import { listSourceFiles, type SourceFile } from '#tests/support/source.ts'
import { describeTables } from '../../scripts/db-types.tables.ts'

const contract = listSourceFiles('contract')
const server = listSourceFiles('server')
const src = listSourceFiles('src')
const scripts = listSourceFiles('scripts')
const tests = listSourceFiles('tests')
const ours = [...contract, ...server, ...src]

/** `path:line text` of every line that matches. */
const linesWith = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap(({ path, code }) =>
    code.split('\n').flatMap((line, i) => (pattern.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
  )
const except = (files: readonly SourceFile[], allowed: RegExp) => files.filter(({ path }) => !allowed.test(path))

describe('design §3 What only one place may do', () => {
  const query = /\bsql`|\bsql<|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/

  it('SQL stands in repos, the database layer and the ledger', () => {
    expect(linesWith(server, query).length).toBeGreaterThan(50)
    expect(linesWith(except(server, /\.repo\.ts$|^server\/(db|ledger)\//), query)).toEqual([])
  })

  it('the environment is read by the configuration', () => {
    const environment = /process\.env/
    expect(linesWith([...server, ...scripts, ...tests], environment).length).toBeGreaterThan(0)
    expect(linesWith(except([...contract, ...server], /^server\/(main|gateway-worker)\.ts$/), environment)).toEqual([])
    expect(linesWith(server, environment).filter((line) => !line.includes('readServerConfig(process.env)'))).toEqual([])
  })

  it('the time comes from the clock', () => {
    const reading = /Date\.now\(\)|new Date\(\)|performance\.now\(\)/
    expect(linesWith(server, reading).length).toBeGreaterThan(0)
    expect(linesWith(except([...contract, ...server], /^server\/adapters\/clock\./), reading)).toEqual([])
  })

  it('code that is loaded when it is needed is loaded by the one that can ask for it again (decision 063)', () => {
    const loading = /\blazy\b.*from 'react'|\bReact\.lazy\b/
    expect(linesWith(src, loading).map((line) => line.split(':')[0])).toEqual(['src/ui/chunk.ts'])
  })

  it('addresses of the API stand in the contract', () => {
    const address = /['"`]\/api\//
    expect(linesWith(contract, address).length).toBeGreaterThan(20)
    expect(linesWith([...server, ...src], address)).toEqual([])
  })

  it('an amount in a sentence has its thousands apart; only papers print it as the wire writes it', () => {
    const plain = /¥\$\{format(Fen|Micro)AsYuan\(|format(Fen|Micro)AsYuan\([^}]*\)\} ?元/
    expect(linesWith(server, plain).length).toBeGreaterThan(0)
    expect(linesWith(except([...contract, ...server], /\.pdf\.ts$/), plain)).toEqual([])
  })

  it('what the API serves is asked for where the API is', () => {
    // What the web loads by itself, and may be the API's; pages and what a page made itself need no host.
    const loading = /\bfetch\([^)]|new (WebSocket|EventSource)\(|<img\b.*src=|uploadUrl:/
    const here: Record<string, string> = {
      'src/ui/file-tree/DatasetPreviewBody.tsx': 'the picture is in the answer',
      'src/features/verification/PictureInput.tsx': 'a file of the person’s own',
      'src/admin/proof/ProofPicture.tsx': 'what a call has fetched',
      'src/ui/markdown/Markdown.tsx': 'a file of the site',
      'src/operator/real-names/CertificationShow.tsx': 'what a call has fetched',
      'src/site/home/SlideFrame.tsx': 'whoever gives the picture gives its whole address',
    }
    const found = src.filter(({ code }) => loading.test(code))
    expect(found.length).toBeGreaterThan(8)
    const without = found.filter(({ code }) => !code.includes('toApiUrl('))
    expect(without.map(({ path }) => path).sort()).toEqual(Object.keys(here).sort())
  })

  it('a row that others refer to is held against all but its deletion: FOR UPDATE would make each wait for the other', () => {
    // A foreign key holds the row it names. Who then asks for FOR UPDATE waits for everybody else who did the same.
    const wholeRow = /\bforUpdate\(|\bfor update\b/i
    const why: Record<string, string> = {
      'server/domains/accounts/auth/auth.repo.ts': 'the phone changes, which is a key',
      'server/domains/storage/datasets/leftover-volumes.repo.ts': 'the row is deleted',
      'server/domains/storage/datasets/types.repo.ts': 'the row may be deleted',
      'server/domains/money/projects/projects.repo.ts': 'the row is deleted, and nobody may come into it meanwhile',
      'server/domains/rentals/capacity/hosts.repo.ts': 'who is just moving in is told, too',
      'server/domains/accounts/users/closing.repo.ts': 'what is just being written is counted, and the phone changes',
    }
    const found = linesWith(server, wholeRow).map((line) => line.split(':')[0]!)
    expect([...new Set(found)].sort()).toEqual(Object.keys(why).sort())
    const ofUsers = linesWith(server, /selectFrom\('users'\).*\.for(Update|Share)\(/)
    expect(ofUsers).toEqual([expect.stringContaining('server/domains/accounts/auth/auth.repo.ts')])
  })

  it('the console is written to by nobody but those who start and end the program, and who cannot log', () => {
    const printing = /\bconsole\.(log|info|debug)\(/
    expect(linesWith(ours, printing)).toEqual([])
  })
})

describe('design §4 Files', () => {
  /** Longer than 300 lines, and why that is right. */
  const long: Record<string, string> = {
    'server/db/types.ts': 'generated',
    'contract/help-articles.ts': 'generated',
  }

  it('have 300 lines at most', () => {
    const longer = ours.filter(({ lines }) => lines > 301).map(({ path }) => path)
    expect(longer.filter((path) => !(path in long))).toEqual([])
    for (const path of Object.keys(long)) expect(longer, 'no longer needed in the list').toContain(path)
  })

  it('are no barrels, but for the contract and what a feature shows to others', () => {
    const onlyPassesOn = ({ code }: SourceFile) => {
      const rest = code.replace(/export\s+(type\s+)?(\*(\s+as\s+\w+)?|\{[^}]*\})\s+from\s+['"][^'"]+['"];?/g, '').trim()
      return code.includes('export') && rest === ''
    }
    const shown = /^src\/features\/[^/]+\/shared\.ts$/
    expect(
      except(ours, shown)
        .filter(onlyPassesOn)
        .map(({ path }) => path),
    ).toEqual([])
    expect(ours.filter(({ path }) => /\/index\.tsx?$/.test(path)).map(({ path }) => path)).toEqual(['contract/index.ts'])
  })

  it('of the web have no effect of their own: the build leaves out what nobody takes a name from (decision 076)', () => {
    expect(linesWith(src, /^import .* from '[#.]/).length).toBeGreaterThan(1000)
    expect(linesWith(src, /^import '[#.]/)).toEqual([])
  })

  it('are named by what they are', () => {
    const vague = /(^|[/.-])(utils?|helpers?|misc|common)(\.|\/)/
    expect([...ours, ...tests].map(({ path }) => path).filter((path) => vague.test(path))).toEqual([])
  })

  it('hold no promise to do something later, and no test that does not run', () => {
    expect(linesWith([...ours, ...scripts], /\b(TODO|FIXME|XXX)\b/)).toEqual([])
    expect(
      linesWith(except(tests, /^tests\/(architecture|compute|server\/db)\//), /\b(it|describe|test)\.(skip|todo|only)\b/),
    ).toEqual([])
  })
})

describe('design §4 Names', () => {
  it('no two files export one name: a stranger who searches for it finds one thing', () => {
    const files = new Map<string, Set<string>>()
    // What a feature shows to others has the name it has inside.
    for (const { path, code } of except([...ours, ...tests], /^src\/features\/[^/]+\/shared\.ts$/))
      for (const [, name] of code.matchAll(/^export (?:async )?(?:function|const|class|interface|type) (\w+)/gm))
        files.set(name!, (files.get(name!) ?? new Set()).add(path))
    expect(files.size).toBeGreaterThan(3000)
    const shared = [...files].filter(([, paths]) => paths.size > 1).map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)
    expect(shared).toEqual([])
  })
})

describe('Table types', () => {
  let database: Database
  beforeAll(async () => {
    database = await createMemoryDatabase()
  }, 60_000)
  afterAll(() => database.close())

  it('are those of the migrations', async () =>
    expect(readFileSync(new URL('../../server/db/types.ts', import.meta.url), 'utf8')).toBe(await describeTables(database)))
})
