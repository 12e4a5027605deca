import { Readable } from 'node:stream'
import { communityImages } from '#contract/community.ts'
import { datasets } from '#contract/datasets.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { imageReleases } from '#contract/image-releases.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import { operatorDatasets } from '#contract/operator/datasets.ts'
import { operatorImageReviews } from '#contract/operator/image-reviews.ts'
import { privateImages } from '#contract/private-images.ts'
import { demoDatasets, readDemoReadme } from '#server/demo/community.ts'
import type { DemoFile } from '#server/demo/demo-files.ts'
import { type StoryTime, toStoryDate } from '#server/demo/living/calendar.ts'
import { cast } from '#server/demo/living/cast.ts'
import { buildClusterMonthFiles } from '#server/demo/living/data-sets/cluster-month.ts'
import { buildSevenSegmentFiles } from '#server/demo/living/data-sets/seven-segment.ts'
import { buildWordProblemFiles } from '#server/demo/living/data-sets/word-problems.ts'
import { datasetPublications } from '#server/demo/living/dataset-publications.ts'
import { runJob } from '#server/demo/living/pass-time.ts'
import {
  type DatasetPublication,
  type ImagePublication,
  imagePublications,
  readmeFile,
  readPublicationFiles,
} from '#server/demo/living/publications.ts'
import { regionIds } from '#server/demo/living/rentals.ts'
import type { Scene, Stage } from '#server/demo/living/stage.ts'
import { copyNextDataset } from '#server/domains/storage/datasets/copy-datasets.service.ts'
import { recordStorageChange } from '#server/domains/storage/file-storage/usage.service.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

const minuteMs = 60_000

async function publishImage(stage: Stage, publication: ImagePublication): Promise<void> {
  const { name, author, folder, summary, tags, licence, version, price = '0' } = publication
  const actor = stage.as(author)
  const [source] = await actor.call(privateImages.list, { query: { keyword: name } })
  const readme = readPublicationFiles('images', folder)[readmeFile]!
  const body = { name, summary, tags: [...tags], licence, version, readme, price_hour: price, private_image_id: source!.id }
  const { id, versions } = await actor.call(imageReleases.create, { body })
  stage.ids.set(`entry ${name}`, id)
  stage.ids.set(`release ${name}`, versions[0]!.id)
  stage.ids.set(`image ${name}`, versions[0]!.image_id)
  await runJob(stage, 'image-releases')
}

/** Made by a program, too large for the repository. */
const largeDatasets: Readonly<Record<string, () => DemoFile[]>> = {
  'cluster-month': buildClusterMonthFiles,
  'seven-segment': buildSevenSegmentFiles,
  'word-problems-zh': buildWordProblemFiles,
}

async function buildDatasetFiles({ folder }: DatasetPublication): Promise<{ readme: string; files: DemoFile[] }> {
  const generated = demoDatasets.find(({ slug }) => slug === folder)
  if (generated) return { readme: readDemoReadme(generated), files: await generated.files() }
  const { [readmeFile]: readme = '', ...files } = readPublicationFiles('data-sets', folder)
  const large = largeDatasets[folder]?.() ?? []
  return { readme, files: [...large, ...Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))] }
}

async function publishDataset(stage: Stage, publication: DatasetPublication): Promise<void> {
  const { slug, name, author, summary, tags, licence, version, type_id: typeId } = publication
  const { deps } = stage
  const actor = stage.as(author)
  const { readme, files } = await buildDatasetFiles(publication)
  const path = `数据集/${slug}`
  const volume = toPersonalVolume(regionIds.north, actor.id)
  for (const file of files)
    await deps.volumes.write({ volume, path: `${path}/${file.path}` }, Readable.from([file.bytes]), { replace: true })
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  await inTransaction(deps, (tx) =>
    recordStorageChange(tx, { user_id: actor.id, region_id: regionIds.north }, { bytes, files: files.length }),
  )
  const source = { region_id: regionIds.north, path }
  const body = { slug, name, summary, type_id: typeId, tags: [...tags], version, licence, readme, source }
  const { id, versions } = await actor.call(myDatasets.create, { body })
  while (await copyNextDataset(deps)) {
    // until none is left
  }
  // nobody keeps a second copy of a large data set
  if (largeDatasets[publication.folder])
    await actor.call(fileStorage.remove, { body: { region_id: regionIds.north, paths: [path] } })
  stage.ids.set(`entry ${name}`, id)
  stage.ids.set(`data set ${slug}`, versions[0]!.id)
}

type Publication = ImagePublication | DatasetPublication

async function star(stage: Stage, nickname: string, isFavourite: (publication: Publication) => boolean): Promise<void> {
  const actor = stage.as(nickname)
  const toRequest = ({ name }: Publication) => ({ params: { id: stage.ids.get(`entry ${name}`)! }, body: { starred: true } })
  for (const image of imagePublications.filter(isFavourite)) await actor.call(communityImages.star, toRequest(image))
  for (const dataset of datasetPublications.filter(isFavourite)) await actor.call(datasets.star, toRequest(dataset))
}

/** Everybody stars what they find good: the first of the cast the most. */
const starFavourites = (stage: Stage, nickname: string, nth: number) =>
  star(stage, nickname, ({ author, stars }) => stars > nth && author !== nickname)

/** What the demo account came across, and when. */
const demoStars: readonly (readonly [at: StoryTime, name: string])[] = [
  ['12 14:20', 'LoRA 微调工作台'],
  ['16 20:05', '中文四则运算应用题'],
  ['21 14:10', 'vLLM 推理服务'],
]

const starsBegin = toStoryDate('28 10:00').getTime()

export const buildCommunityScenes = (): Scene[] => [
  ...imagePublications.flatMap((publication): Scene[] => {
    const { name, at, approved } = publication
    const approve = (stage: Stage) =>
      stage.as('复核').call(operatorImageReviews.approve, { params: { id: stage.ids.get(`release ${name}`)! } })
    return [{ at, play: (stage) => publishImage(stage, publication) }, ...(approved ? [{ at: approved, play: approve }] : [])]
  }),
  ...datasetPublications.flatMap((publication): Scene[] => {
    const { slug, at, approved } = publication
    const approve = (stage: Stage) =>
      stage.as('复核').call(operatorDatasets.approve, { params: { id: stage.ids.get(`data set ${slug}`)! } })
    return [{ at, play: (stage) => publishDataset(stage, publication) }, ...(approved ? [{ at: approved, play: approve }] : [])]
  }),
  ...cast.slice(0, 32).map(
    ({ nickname }, nth): Scene => ({
      at: new Date(starsBegin + nth * 7 * minuteMs),
      play: (stage) => starFavourites(stage, nickname, nth),
    }),
  ),
  ...demoStars.map(([at, favourite]): Scene => ({ at, play: (stage) => star(stage, '林晓', ({ name }) => name === favourite) })),
]
