import type { ImageCommand } from '#server/adapters/compute.shared/entry-command.ts'
import { toPullError } from '#server/adapters/compute.shared/pull-faults.ts'
import { isImageReference } from '#server/adapters/compute.shared/spec-check.ts'
import { LineCutter } from '#server/adapters/compute.shared/text-lines.ts'
import { DriverUnavailable, InvalidSpec } from '#server/ports/driver-errors.ts'
import { finishedPull, type PullProgress } from '#server/ports/image-pull.ts'
import { type DockerEngine, ignoreStatuses } from './engine.ts'
import { engineStatusOf, formatEngineMessage } from './engine-errors.ts'
import { parseImageReference } from './names.ts'
import { type PullLine, PullProgressSum } from './pull-progress.ts'
import { findRegistryAuth } from './registry-auth.ts'

export interface ImageDefaults extends ImageCommand {
  env: string[]
}

interface PullAnswerLine extends PullLine {
  error?: string
}

const notFound = 404

/** Returns the image's defaults; undefined if this engine does not have the image. */
export async function findEngineImage(engine: DockerEngine, image: string): Promise<ImageDefaults | undefined> {
  const info = await ignoreStatuses(
    [notFound],
    engine.call((docker) => docker.getImage(image).inspect()),
  )
  return info && { Entrypoint: info.Config.Entrypoint, Cmd: info.Config.Cmd, env: info.Config.Env ?? [] }
}

/** Pulls `image` unless it is present, with our credentials for its registry. */
export async function fetchEngineImage(
  engine: DockerEngine,
  image: string,
  onProgress: (progress: PullProgress) => void,
  signal?: AbortSignal,
): Promise<void> {
  if (!isImageReference(image)) throw new InvalidSpec('image reference is malformed')
  if (await findEngineImage(engine, image)) return onProgress(finishedPull)
  const located = engine.registry?.locate(image) ?? image
  let last = finishedPull
  const sum = new PullProgressSum((progress) => {
    last = progress
    onProgress(progress)
  })
  await pullImage(engine, located, sum, signal)
  if (located !== image) await renameImage(engine, located, image)
  onProgress({ ...last, percent: 100 })
}

/** Takes the name `from` off an image and gives it the name `to`. */
async function renameImage(engine: DockerEngine, from: string, to: string): Promise<void> {
  await engine.call((docker) => docker.getImage(from).tag(parseImageReference(to)))
  await ignoreStatuses(
    [notFound],
    engine.call((docker) => docker.getImage(from).remove()),
  )
}

async function pullImage(
  engine: DockerEngine,
  image: string,
  sum: PullProgressSum,
  signal: AbortSignal | undefined,
): Promise<void> {
  const tagged = /[:@][^/]+$/.test(image) ? image : `${image}:latest` // without a tag, Docker pulls all tags
  const auth = findRegistryAuth(engine.registry_auths, image)
  const take = (line: string) => {
    if (!line.startsWith('{')) return
    const said = JSON.parse(line) as PullAnswerLine
    if (said.error) throw toPullError(said.error)
    sum.take(said)
  }
  await engine
    .longCall(async (docker, abortSignal) => {
      const source = (await docker.pull(tagged, { abortSignal, ...(auth && { authconfig: auth }) })) as AsyncIterable<Buffer>
      const cutter = new LineCutter()
      for await (const chunk of source) for (const line of cutter.push(chunk)) take(line)
      for (const line of cutter.end()) take(line)
    }, signal)
    .catch((error: unknown) => {
      throw engineStatusOf(error) === undefined ? error : toPullError(formatEngineMessage(error)) // refused before the pull began
    })
  if (!(await findEngineImage(engine, image))) throw new DriverUnavailable(`pull of ${image} ended without the image`)
}
