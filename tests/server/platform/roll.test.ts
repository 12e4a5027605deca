import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const run = promisify(execFile)

/** An engine and its Compose as two scripts: nodes are files, and new ones get the health of $HEALTH. */
const docker = `#!/bin/sh
echo "docker $*" >> "$ENGINE/calls"
case $1 in
  inspect) case $4 in new*) echo "$HEALTH" ;; *) echo healthy ;; esac ;;
  rm) shift; for node in "$@"; do rm -f "$ENGINE/nodes_$node"; done ;;
esac
`
const compose = `#!/bin/sh
case "$*" in
  'ps -q worker') ls "$ENGINE" | sed -n 's/^nodes_//p' ;;
  *--scale*worker=4*) touch "$ENGINE/nodes_new1" "$ENGINE/nodes_new2" ;;
esac
`

let engine: string
beforeEach(async () => {
  engine = await mkdtemp(join(tmpdir(), 'zhisuan-roll-'))
  for (const [name, text] of Object.entries({ docker, compose })) {
    await writeFile(join(engine, name), text)
    await chmod(join(engine, name), 0o755)
  }
  for (const node of ['old1', 'old2']) await writeFile(join(engine, `nodes_${node}`), '')
})
afterEach(() => rm(engine, { recursive: true, force: true }))

const roll = (health: string) =>
  run('sh', ['deploy/roll.sh'], {
    env: {
      ...process.env,
      PATH: `${engine}:${process.env.PATH}`,
      COMPOSE: join(engine, 'compose'),
      ENGINE: engine,
      HEALTH: health,
      WAIT_SECONDS: '1',
    },
  })
const listNodes = async () =>
  (await readdir(engine)).flatMap((name) => (name.startsWith('nodes_') ? [name.slice('nodes_'.length)] : [])).sort()

describe('decision 106 deploy/roll.sh', () => {
  it('lets the old nodes leave once all new ones are healthy', async () => {
    await roll('healthy')
    expect(await listNodes()).toEqual(['new1', 'new2'])
    expect(await readFile(join(engine, 'calls'), 'utf8')).toMatch(/docker stop -t \d+ old1 old2/)
  })

  it('removes new nodes that do not become healthy, shows their log, and leaves the old ones alone', async () => {
    await expect(roll('starting')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('旧节点仍在工作') })
    expect(await listNodes()).toEqual(['old1', 'old2'])
    const calls = await readFile(join(engine, 'calls'), 'utf8')
    expect([calls.includes('docker logs --tail 40 new1'), calls.includes('docker stop')]).toEqual([true, false])
  })
})
