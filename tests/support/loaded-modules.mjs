import { appendFileSync } from 'node:fs'
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/** Named by `--import`: writes the address of each module that a program loads to the file that LOADED_MODULES names. */
if (isMainThread) register(import.meta.url)

export async function load(url, context, next) {
  appendFileSync(process.env.LOADED_MODULES, `${url}\n`)
  return next(url, context)
}
