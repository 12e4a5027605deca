import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { CellGrid } from '#src/ui/CellGrid.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import styles from './CommunitySection.module.css'
import { HomeSection } from './HomeSection.tsx'
import item from './item.module.css'

const columns = 16
const rows = 4
/** Layers, table rows and rising steps: the subject of each entry, drawn as cells. */
const patterns = {
  layers: (x: number, y: number) => (Math.floor(x / 4) >= y ? 1 : 0),
  table: (x: number, y: number) => (x % 4 === 3 ? 0 : y === 0 ? 1 : 0.2),
  rise: (x: number, y: number) => (rows - y <= x / 4 + 0.5 ? 1 : 0),
} as const
const computePatternCells = (pattern: keyof typeof patterns) =>
  Array.from({ length: columns * rows }, (_, cell) => patterns[pattern](cell % columns, Math.floor(cell / columns)))

const communityLinks = [
  {
    to: paths.communityImages,
    title: '社区镜像',
    text: '别人配好的环境，一键用来创建实例。按框架、显卡厂商和标签查找。',
    action: '浏览镜像',
    pattern: 'layers',
  },
  {
    to: paths.communityDataSets,
    title: '数据集',
    text: '许可、大小和文件目录都写明，用之前就看得清里面有什么。',
    action: '浏览数据集',
    pattern: 'table',
  },
  {
    to: paths.creativeIncome,
    title: '创作收益',
    text: '给自己的镜像定价，每小时 ¥0.01 一档，别人每用一小时，你就有一份收益。',
    action: '了解收益',
    pattern: 'rise',
  },
] as const

/** Links into the community (requirements §2). */
export function CommunitySection() {
  return (
    <HomeSection id="community" ground="paper" title="社区" lead="不必从空白开始：用别人做好的，也把自己做好的拿出来。">
      <ul className={styles.entries}>
        {communityLinks.map(({ to, title, text, action, pattern }) => (
          <li key={to} className={styles.entry}>
            <CellGrid cells={computePatternCells(pattern)} columns={columns} cell={9} gap={4} />
            <h3 className={item.title}>{title}</h3>
            <p className={item.text}>{text}</p>
            <Link className={styles.link} to={to}>
              {action}
              <Icon name="chevron" />
            </Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  )
}
