import type { ImageReleaseDetail } from '#contract/image-releases.ts'

type Version = ImageReleaseDetail['versions'][number]

/** Purpose of a release form: a new entry, a new version of one, or a version to resubmit. */
export type ReleaseMode =
  | { kind: 'new' }
  | { kind: 'version'; entry: ImageReleaseDetail }
  | { kind: 'again'; entry: ImageReleaseDetail; version: Version }

export interface ReleaseValues {
  private_image_id: string | undefined
  name: string
  summary: string
  tags: string[]
  version: string
  licence: string
  readme: string
  price_hour: string
}

const readmeOutline = `## 内容

装了什么，版本是多少。

## 使用

\`\`\`bash
# 创建实例后怎样启动
\`\`\`

## 说明

数据放在哪里，已知的限制。
`
const firstVersion = '1.0'

/** Builds the initial form values; a new version starts from the newest text. */
export function buildReleaseFormValues(mode: ReleaseMode, privateImageId: string | undefined): ReleaseValues {
  const empty = {
    name: '',
    summary: '',
    tags: [],
    version: firstVersion,
    licence: '',
    readme: readmeOutline,
    price_hour: '0.00',
  }
  if (mode.kind === 'new') return { ...empty, private_image_id: privateImageId }
  const { name, summary, tags, versions } = mode.entry
  const facts = { name, summary, tags }
  if (mode.kind === 'again') {
    const { version, licence, readme, price_hour: priceHour } = mode.version
    return { ...facts, version, licence, readme, price_hour: priceHour, private_image_id: privateImageId }
  }
  const { licence = '', readme = readmeOutline, price_hour: priceHour = '0.00' } = versions[0] ?? {}
  return { ...facts, version: '', licence, readme, price_hour: priceHour, private_image_id: privateImageId }
}
