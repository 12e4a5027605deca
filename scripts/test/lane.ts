import { spawn } from 'node:child_process'

/** Steps that follow one another; two lanes run beside each other. */
export interface Lane {
  say(line: string): void
  /** Runs a program to its end; answers its exit code. */
  run(command: readonly string[], env?: NodeJS.ProcessEnv): Promise<number>
  /** Prints what a lane beside has said. */
  end(): void
}

/** The lane in front prints as it goes; what the one beside it prints, and its programs, is kept until its end, in one piece. */
export function openLane(place: 'in front' | 'beside'): Lane {
  const kept: Buffer[] = []
  const inFront = place === 'in front'
  return {
    say: (line) => void (inFront ? process.stdout.write(`\n${line}\n`) : kept.push(Buffer.from(`\n${line}\n`))),
    run: ([program = '', ...args], env = {}) =>
      new Promise((resolve) => {
        const stdio = inFront ? 'inherit' : (['ignore', 'pipe', 'pipe'] as const)
        const child = spawn(program, args, { stdio: stdio as 'inherit', env: { ...process.env, ...env } })
        for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => kept.push(chunk))
        child.on('error', () => resolve(127))
        child.on('close', (code) => resolve(code ?? 1))
      }),
    end: () => void process.stdout.write(Buffer.concat(kept.splice(0))),
  }
}
