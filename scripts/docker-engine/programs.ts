import { spawn } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']

/** Returns the full path of a program, or undefined if it is not installed. */
export async function findProgram(name: string): Promise<string | undefined> {
  for (const folder of folders) {
    const path = join(folder, name)
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (usable) return path
  }
  return undefined
}

/** Runs a program to completion and returns its output. Throws with the program's own error output on failure. */
export function runProgram(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(out).toString())
      else reject(new Error(`${program} ${args.join(' ')}: ${Buffer.concat(err).toString().trim() || `exit ${code}`}`))
    })
  })
}
