import type { CommunityImage } from '#contract/community.ts'
import type { Column } from '#src/admin/columns.tsx'
import { formatEnvironment } from '#src/features/images/environment.ts'
import { CellSubline } from '#src/ui/CellSubline.tsx'
import { ImagePriceLabel } from '#src/ui/catalogue/ImagePriceLabel.tsx'
import { formatImagePrice } from '#src/ui/catalogue/image-price.ts'

/** Columns of every list of community images, from the author to the stars. */
export const communityImageColumns: readonly Column<CommunityImage>[] = [
  { field: 'author', title: '作者', text: ({ author }) => author.nickname },
  {
    field: 'price_hour',
    title: '价格',
    render: (image) => <ImagePriceLabel price_hour={image.price_hour} />,
    text: (image) => formatImagePrice(image.price_hour),
  },
  { field: 'version', title: '最新版本' },
  {
    field: 'framework',
    title: '环境',
    render: (image) => (
      <>
        {image.framework} · Python {image.python}
        <CellSubline>{formatEnvironment(image)}</CellSubline>
      </>
    ),
    text: (image) => `${image.framework} · ${formatEnvironment(image)}`,
  },
  { field: 'uses', title: '使用', type: 'count', measure: '次', value: ({ uses }) => uses || null },
  { field: 'stars', title: '收藏', type: 'count', measure: '人', value: ({ stars }) => stars || null },
]
