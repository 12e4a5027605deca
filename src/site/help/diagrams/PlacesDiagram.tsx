import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './Diagram.module.css'
import { Diagram, type DiagramTexts, type DrawnPicture, isNarrowDrawing } from './Diagram.tsx'

interface DataPlace {
  title: string
  icon: IconName
  path: string
  /** What becomes of the data, and whether it stays. */
  fates: readonly (readonly [cause: string, fate: string, stays: boolean])[]
}

/** What goes with the instance. */
const instancePlaces: readonly DataPlace[] = [
  {
    title: '系统盘',
    icon: 'chip',
    path: '/',
    fates: [
      ['关机、重启', '保留', true],
      ['更换镜像', '清空', false],
      ['释放', '删除', false],
    ],
  },
  {
    title: '数据盘',
    icon: 'disk',
    path: '/workspace',
    fates: [
      ['关机、重启', '保留', true],
      ['更换镜像', '保留', true],
      ['释放', '删除', false],
    ],
  },
]

/** What belongs to the account. */
const accountPlaces: readonly DataPlace[] = [
  {
    title: '文件存储',
    icon: 'folder',
    path: '/storage',
    fates: [
      ['关机、重启', '保留', true],
      ['更换镜像', '保留', true],
      ['释放', '保留', true],
    ],
  },
  {
    title: '私有镜像',
    icon: 'layers',
    path: '系统盘的副本',
    fates: [
      ['关机、重启', '保留', true],
      ['更换镜像', '保留', true],
      ['释放', '保留', true],
    ],
  },
]

const pad = 12
const headHeight = 36
const rowHeight = 20

const computePlaceHeight = ({ fates }: DataPlace) => 60 + fates.length * rowHeight + 4

function PlaceBox({ place, x, y, width }: { place: DataPlace } & Record<'x' | 'y' | 'width', number>) {
  return (
    <g>
      <rect className={styles.box} x={x + 0.5} y={y + 0.5} width={width - 1} height={computePlaceHeight(place) - 1} rx={6} />
      <Icon name={place.icon} className={styles.icon} x={x + pad} y={y + pad} width={16} height={16} />
      <text className={styles.title} x={x + pad + 24} y={y + pad + 13}>
        {place.title}
      </text>
      <text className={place.path.startsWith('/') ? styles.mono : styles.note} x={x + pad} y={y + 48}>
        {place.path}
      </text>
      {place.fates.map(([cause, fate, stays], index) => {
        const base = y + 72 + index * rowHeight
        return (
          <g key={cause}>
            <text className={styles.note} x={x + pad} y={base}>
              {cause}
            </text>
            <Icon
              name={stays ? 'check' : 'close'}
              className={stays ? styles.kept : styles.lost}
              x={x + width - pad - 42}
              y={base - 11}
              width={13}
              height={13}
            />
            <text className={styles.note} x={x + width - pad - 25} y={base}>
              {fate}
            </text>
          </g>
        )
      })}
    </g>
  )
}

function drawPlaces(width: number): DrawnPicture {
  const narrow = isNarrowDrawing(width)
  const gap = 12
  const groupGap = narrow ? 24 : 32
  const groupWidth = narrow ? width : (width - groupGap) / 2
  const boxWidth = (groupWidth - 3 * gap) / 2
  const groups = [
    { name: '实例里，随实例释放', places: instancePlaces },
    { name: '账号里，不随实例释放', places: accountPlaces },
  ].map((group) => ({ ...group, height: headHeight + Math.max(...group.places.map(computePlaceHeight)) + gap }))
  const tallest = Math.max(...groups.map(({ height }) => height))
  const [first] = groups
  return {
    height: narrow ? groups.reduce((sum, { height }) => sum + height, groupGap) : tallest,
    content: groups.map(({ name, places, height }, nth) => {
      const x = narrow ? 0 : nth * (groupWidth + groupGap)
      const y = narrow && first ? nth * (first.height + groupGap) : 0
      return (
        <g key={name}>
          <rect
            className={nth === 0 ? styles.group : styles.own}
            x={x + 0.5}
            y={y + 0.5}
            width={groupWidth - 1}
            height={(narrow ? height : tallest) - 1}
            rx={8}
          />
          <text className={styles.title} x={x + gap} y={y + 24}>
            {name}
          </text>
          {places.map((place, index) => (
            <PlaceBox
              key={place.title}
              place={place}
              x={x + gap + index * (boxWidth + gap)}
              y={y + headHeight}
              width={boxWidth}
            />
          ))}
        </g>
      )
    }),
  }
}

/** Where data can be, and what becomes of it. */
export const PlacesDiagram = (texts: DiagramTexts) => <Diagram {...texts} draw={drawPlaces} />
