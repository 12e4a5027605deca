import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const migrations = 'server/db/migrations'

interface RecipeFile {
  path: string
  text: string
}

/** The files that a page of docs/ tells the reader to write: each a path in backticks alone on its line, then a code block. */
export function readRecipe(page: string): RecipeFile[] {
  const text = readFileSync(join(root, page), 'utf8')
  const next = String(1 + Math.max(...readdirSync(join(root, migrations)).map((name) => Number(name.slice(0, 4)))))
  return [...text.matchAll(/^`([^`\n]+)`\n\n```\w+\n([\s\S]*?\n)```$/gm)].map(([, path = '', block = '']) => ({
    path: path.replace('NNNN', next.padStart(4, '0')),
    text: block,
  }))
}

/** Returns the lines that are neither blank nor pure comments. */
export const countCodeLines = ({ text }: RecipeFile): number =>
  text.split('\n').filter((line) => line.trim() && !/^\s*(\/\/|\/\*|\*|--)/.test(line)).length

const copied = ['contract', 'docs', 'public', 'scripts', 'server', 'src', 'tests']

/** A copy of the source tree plus these files. It uses the packages of the original. */
export function copyTreeWithFiles(files: readonly RecipeFile[]) {
  const dir = mkdtempSync(join(tmpdir(), 'zhisuan-recipe-'))
  const alone = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  for (const name of [...copied, ...alone.map((entry) => entry.name)])
    cpSync(join(root, name), join(dir, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
  for (const { path, text } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text, { flag: 'wx' })
  }
  // the runs in the copy inherit nothing from this run
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VITE|VITEST|NODE_ENV|NODE_OPTIONS|TEST_DATABASE_URL)/.test(name),
  )
  const env = Object.fromEntries(inherited)

  /** Runs a program of the packages, or a script of the tree; throws with its output on failure. */
  const run = (...command: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, command, { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (output += text))
      child.on('error', reject)
      child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`${command.join(' ')}\n${output}`))))
    })
  return {
    dir,
    run,
    script: (name: string) => run('--import', 'tsx', `scripts/${name}.ts`),
    tests: (...args: readonly string[]) => run('node_modules/vitest/vitest.mjs', 'run', ...args),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
