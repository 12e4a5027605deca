// `npm start`: builds the server, the web and the demo, as far as they are stale. Plain JavaScript, so that it costs nothing itself.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

/**
 * @param {string[]} script
 * @param {number} priority
 */
const build = (script, priority) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [...script, '--if-stale'], { stdio: 'inherit' })
    if (child.pid) setPriority(child.pid, priority)
    child.on('close', (code) => resolve(code ?? 1))
  })
const source = ['--import', 'tsx']

// The demo is played by the bundled server, in one thread, and takes longest: the web, which takes all there are, makes way for it.
// Without its story, the demo begins with a few rows for each page.
const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority
const [server, web] = await Promise.all([
  build([...source, 'scripts/build-server.ts'], PRIORITY_NORMAL).then(async (failed) => {
    if (!failed) await build(['dist/server/build-demo.mjs'], PRIORITY_NORMAL)
    return failed
  }),
  build([...source, 'scripts/build-web.ts'], PRIORITY_BELOW_NORMAL),
])
process.exitCode = server || web
