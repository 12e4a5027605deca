import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

interface Text {
  path: string
  text: string
}

const read = (path: string): Text => ({ path, text: readFileSync(join(root, path), 'utf8') })
const textsUnder = (folder: string, ending: RegExp): Text[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .sort()
    .map((name) => read(`${folder}/${name.replaceAll('\\', '/')}`))

/** What is written here about references is no reference. */
const own = 'tests/architecture/references.test.ts'
const code = ['contract', 'src', 'server', 'tests', 'scripts']
  .flatMap((folder) => textsUnder(folder, /\.(tsx?|mjs|css|sql|sh)$/))
  .filter(({ path }) => path !== own)
const pages = [
  ...readdirSync(root)
    .filter((name) => name.endsWith('.md'))
    .map(read),
  ...textsUnder('docs', /\.md$/),
]
const all = [...code, ...pages]

/** A reference may go on in the next line of a comment or a text. */
const joined = (text: string): string => text.replace(/[ \t]*\n[ \t]*(\*(?!\/)|\/\/|--)?[ \t]*/g, ' ')

/** The numbers of the headings `## 4. Instances`. */
const sectionsOf = (path: string): ReadonlySet<number> =>
  new Set([...read(path).text.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number)))
const requirements = sectionsOf('docs/requirements.md')
const sections: Readonly<Record<string, ReadonlySet<number>>> = {
  requirements,
  spec: requirements,
  product: sectionsOf('docs/product.md'),
  design: sectionsOf('docs/design.md'),
}

/** `§3`, `§3, §5`, `§3–§5, §7`, `§3–5` */
const list = String.raw`§\d+(?:[-–]§?\d+)?(?:(?:, | and )§\d+(?:[-–]§?\d+)?)*`
const named = new RegExp(String.raw`\b(${Object.keys(sections).join('|')}) (${list})`, 'gi')

function numbersIn(references: string): number[] {
  return [...references.matchAll(/§(\d+)(?:[-–]§?(\d+))?/g)].flatMap(([, first, last]) => {
    const from = Number(first)
    return Array.from({ length: Number(last ?? first) - from + 1 }, (_, i) => from + i)
  })
}

const danglingIn = ({ path, text }: Text): string[] =>
  [...joined(text).matchAll(named)].flatMap(([reference, name, numbers]) =>
    numbersIn(numbers!)
      .filter((number) => !sections[name!.toLowerCase()]!.has(number))
      .map((number) => `${path}: ${reference} has no §${number}`),
  )

describe('design §4 A rule points to what is in the repository', () => {
  it.each(Object.entries(sections))('%s has its sections, and is pointed to', (name, numbers) => {
    expect([...numbers]).toEqual(Array.from({ length: numbers.size }, (_, i) => i + 1))
    expect(numbers.size).toBeGreaterThan(5)
    if (name !== 'spec') expect(all.some(({ text }) => new RegExp(`\\b${name} §\\d`).test(text))).toBe(true)
  })

  it('reads lists, ranges and what goes on in the next line', () => {
    const dangling = (text: string) => danglingIn({ path: 'a.ts', text }).length
    expect(dangling('(product §3–§5, §7)')).toBe(0)
    expect(dangling('product §4 and §77')).toBe(1)
    expect(dangling('requirements §8–§10')).toBe(1)
    expect(dangling('/** What is owed (product\n * §50). */')).toBe(1)
    expect(dangling('-- what is owed (design\n-- §50)')).toBe(1)
  })

  it('by a section that is there', () => expect(all.flatMap(danglingIn)).toEqual([]))

  it('and, where it names no page, by a section of the requirements', () => {
    const bare = ({ path, text }: Text) =>
      [
        ...joined(text)
          .replace(named, '')
          .matchAll(/(RFC \d+ )?§(\d+)/g),
      ]
        .filter(([, foreign, number]) => !foreign && !requirements.has(Number(number)))
        .map(([reference]) => `${path}: ${reference}`)
    expect(code.flatMap(bare)).toEqual([])
  })

  it('and never by notes that are not', () => {
    const foreign = /\b(quality|compute|backend|frontend|visual|stack) ([A-Z]\d+|§\d+)/g
    expect(all.flatMap(({ path, text }) => [...joined(text).matchAll(foreign)].map(([found]) => `${path}: ${found}`))).toEqual([])
  })
})

describe('design §4 A decision that is named', () => {
  const decisions = readdirSync(join(root, 'docs/decisions')).filter((name) => /^\d{3}-.+\.md$/.test(name))
  const isThere = (name: string): boolean =>
    decisions.some((file) => file.startsWith(`${name.slice(0, 3)}-`) && (name.length === 3 || `${name}.md` === file))
  /** `decision 063`, `decisions 007, 059`, `docs/decisions/040`, `decisions/040-large-model-api.md`, `decided: product §6, 035` */
  const namesIn = (text: string): string[] => [
    ...[...text.matchAll(/\bdecisions?\/(\d{3}(?:-[a-z0-9-]+)?)/g)].map(([, name]) => name!),
    ...[...text.matchAll(/\bdecisions? (\d{3}(?:(?:, | and )\d{3})*)\b/gi)].flatMap(([, numbers]) => numbers!.match(/\d{3}/g)!),
    ...[...text.matchAll(/\bdecided: [^'"`]*?, (\d{3})\b/g)].map(([, name]) => name!),
  ]

  it('is there', () => {
    const found = all.flatMap(({ path, text }) => namesIn(joined(text)).map((name) => ({ path, name })))
    expect(found.length).toBeGreaterThan(100)
    expect(found.filter(({ name }) => !isThere(name))).toEqual([])
  })

  it('has its number for itself', () => {
    const numbers = decisions.map((name) => name.slice(0, 3))
    expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([])
  })
})

describe('A link of a page', () => {
  const linksIn = ({ path, text }: Text) =>
    [...text.matchAll(/\]\(<?([^)\s>]+)>?\)/g)]
      .map(([, link]) => ({ path, link: link! }))
      .filter(({ link }) => !/^([a-z]+:|#)/i.test(link))

  it('leads to a file that is there', () => {
    const links = pages.flatMap(linksIn)
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter(({ path, link }) => !existsSync(join(root, dirname(path), link.split('#')[0]!)))).toEqual([])
  })
})

describe('A file that a page names', () => {
  const namedIn = ['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'docs/product.md', 'docs/architecture.md']
  const wordsIn = (path: string): { path: string; word: string }[] =>
    [...read(path).text.matchAll(/`([\w./-]+)`/g)].map(([, word]) => ({ path, word: word! }))

  it('is there', () => {
    const files = namedIn.flatMap(wordsIn).filter(({ word }) => /^(contract|docs|scripts|server|src|tests)\/./.test(word))
    expect(files.length).toBeGreaterThan(40)
    expect(files.filter(({ word }) => !existsSync(join(root, word)))).toEqual([])
  })

  it('is there, too, where the architecture names it without its folder', () => {
    const files = wordsIn('docs/architecture.md').filter(({ word }) => /\.tsx?$/.test(word))
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter(({ word }) => !code.some(({ path }) => `/${path}`.endsWith(`/${word}`)))).toEqual([])
  })
})

describe('The glossary', () => {
  const lines = read('docs/glossary.md').text.split('\n')
  const rows = lines.filter((line) => /^\| (?!中文)/.test(line)).map((line) => line.split('|').map((cell) => cell.trim()))
  const tables = read('server/db/types.ts').text.split(/^ {2}(?=\w+: \{)/m)
  const isKept = (place: string): boolean => {
    const [table, column] = place.split('.')
    const columns = tables.find((text) => text.startsWith(`${table}: {`))
    return columns !== undefined && (column === undefined || new RegExp(`^ {4}${column}: `, 'm').test(columns))
  }

  it('says where things are kept by names of the database', () => {
    const places = rows.flatMap(([, , , kept]) => [...kept!.matchAll(/`([^`]+)`/g)].map(([, place]) => place!))
    expect(places.length).toBeGreaterThan(80)
    expect(places.filter((place) => !isKept(place))).toEqual([])
  })

  it('has a word once', () => {
    for (const at of [1, 2]) {
      const words = rows.map((row) => row[at])
      expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([])
    }
  })
})

describe('The two READMEs', () => {
  const [english, chinese] = ['README.md', 'README.zh-CN.md'].map((path) => read(path).text) as [string, string]
  const count = (pattern: RegExp) => (text: string) => (text.match(pattern) ?? []).length
  /** Settings, files and commands, which have no language; of commands not what is said beside them. */
  const code = (text: string) => [...new Set([...text.matchAll(/`([\x20-\x7e]+?)`/g)].map(([, words]) => words!))].sort()
  const commands = (text: string) =>
    [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block!.replace(/ +#.*$/gm, ''))

  it.each([
    ['headings', count(/^#+ /gm)],
    ['steps', count(/^\d+\. /gm)],
    ['rows of tables', count(/^\|/gm)],
    ['commands', commands],
  ])('have the same %s', (_, of) => expect(of(chinese)).toEqual(of(english)))

  it('name the same settings', () => {
    const settings = (text: string) => code(text).filter((words) => /^[A-Z][A-Z0-9_]{2,}$/.test(words))
    expect(settings(english).length).toBeGreaterThan(60)
    expect(settings(chinese)).toEqual(settings(english))
  })
})
