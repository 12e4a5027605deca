// `npm start`: builds the web and the demo side by side, as far as they are stale. Plain JavaScript, so that it costs nothing itself.
import { spawn } from 'node:child_process'

/** @param {string} script */
const build = (script) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, ['--import', 'tsx', script, '--if-stale'], { stdio: 'inherit' })
    child.on('close', (code) => resolve(code ?? 1))
  })

// Without its story, the demo begins with a few rows for each page.
const [web] = await Promise.all([build('scripts/build-web.ts'), build('scripts/build-demo.ts')])
process.exitCode = web
