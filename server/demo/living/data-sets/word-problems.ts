import { createRandom, type DemoFile } from '#server/demo/demo-files.ts'

const counts = { 'train.jsonl': 47_500, 'test.jsonl': 2_500 } as const

interface Draw {
  whole(least: number, most: number): number
  pick<T>(from: readonly T[]): T
}
interface Problem {
  question: string
  /** Calculations in order; the last one gives the answer. */
  steps: readonly string[]
  total: number
}

const people = [
  '小明',
  '小红',
  '王芳',
  '李雷',
  '陈晨',
  '赵敏',
  '孙浩',
  '周婷',
  '吴刚',
  '郑宁',
  '小云',
  '丁丁',
  '阿杰',
  '刘洋',
  '小雨',
  '方方',
]
const goods = [
  { name: '铅笔', unit: '支', least: 1, most: 6 },
  { name: '笔记本', unit: '本', least: 4, most: 28 },
  { name: '苹果', unit: '千克', least: 5, most: 18 },
  { name: '牛奶', unit: '箱', least: 38, most: 88 },
  { name: '毛巾', unit: '条', least: 8, most: 35 },
  { name: '故事书', unit: '本', least: 15, most: 60 },
  { name: '网线', unit: '根', least: 6, most: 45 },
  { name: '鼠标', unit: '个', least: 29, most: 160 },
] as const
const clothes = [
  ['外套', '件'],
  ['书包', '个'],
  ['台灯', '盏'],
  ['键盘', '个'],
  ['球鞋', '双'],
  ['显示器', '台'],
] as const
const places = ['博物馆', '科技馆', '植物园', '天文台', '海洋馆', '图书馆']
const products = ['零件', '灯泡', '纸箱', '电路板', '螺丝盒', '玩具']

/** The kinds of problems. All numbers that occur are whole. */
const templates: Readonly<Record<string, (draw: Draw) => Problem>> = {
  购物找零: ({ whole, pick }) => {
    const nth = whole(0, goods.length - 1)
    const [one, other] = [goods[nth]!, goods[(nth + whole(1, goods.length - 1)) % goods.length]!]
    const [n, m, p, q] = [whole(2, 12), whole(2, 12), whole(one.least, one.most), whole(other.least, other.most)]
    const sum = n * p + m * q
    const paid = Math.floor(sum / 50 + 1) * 50
    return {
      question: `${pick(people)}买了 ${n} ${one.unit}${one.name}，每${one.unit} ${p} 元；又买了 ${m} ${other.unit}${other.name}，每${other.unit} ${q} 元。付出 ${paid} 元，应找回多少元？`,
      steps: [
        `${n} × ${p} = ${n * p}`,
        `${m} × ${q} = ${m * q}`,
        `${n * p} + ${m * q} = ${sum}`,
        `${paid} - ${sum} = ${paid - sum}`,
      ],
      total: paid - sum,
    }
  },
  折扣: ({ whole, pick }) => {
    const [thing, unit] = pick(clothes)
    const [price, tenths, n, less] = [10 * whole(6, 90), whole(5, 9), whole(2, 9), whole(5, 50)]
    const each = (price * tenths) / 10
    return {
      question: `一${unit}${thing}原价 ${price} 元，现在打 ${tenths} 折，${pick(people)}买 ${n} ${unit}，结账时又减 ${less} 元，一共付多少元？`,
      steps: [
        `${price} × ${tenths} ÷ 10 = ${each}`,
        `${each} × ${n} = ${each * n}`,
        `${each * n} - ${less} = ${each * n - less}`,
      ],
      total: each * n - less,
    }
  },
  行程: ({ whole, pick }) => {
    const [v, t, u, h] = [whole(40, 110), whole(2, 6), whole(40, 110), whole(2, 6)]
    const [gone, left] = [v * t, u * h]
    return {
      question: `两地相距 ${gone + left} 千米。${pick(['货车', '客车', '轿车', '快递车'])}先以每小时 ${v} 千米行驶 ${t} 小时，余下的路每小时行 ${u} 千米，还要几小时？`,
      steps: [`${v} × ${t} = ${gone}`, `${gone + left} - ${gone} = ${left}`, `${left} ÷ ${u} = ${h}`],
      total: h,
    }
  },
  生产: ({ whole, pick }) => {
    const [a, days, more, rest] = [whole(20, 200), whole(3, 12), whole(5, 60), whole(2, 10)]
    const [done, left] = [a * days, (a + more) * rest]
    return {
      question: `车间要做 ${done + left} 个${pick(products)}，前 ${days} 天每天做 ${a} 个，以后每天多做 ${more} 个，还要几天做完？`,
      steps: [
        `${a} × ${days} = ${done}`,
        `${done + left} - ${done} = ${left}`,
        `${a} + ${more} = ${a + more}`,
        `${left} ÷ ${a + more} = ${rest}`,
      ],
      total: rest,
    }
  },
  乘车: ({ whole, pick }) => {
    const [classes, each, teachers, seats] = [whole(2, 12), whole(24, 55), whole(2, 12), whole(20, 55)]
    const [pupils, all] = [classes * each, classes * each + teachers]
    const [full, over] = [Math.floor(all / seats), all % seats]
    const buses = full + (over > 0 ? 1 : 0)
    return {
      question: `学校组织 ${classes} 个班去${pick(places)}，每班 ${each} 名学生，另有 ${teachers} 名老师。每辆车坐 ${seats} 人，至少要几辆车？`,
      steps: [
        `${classes} × ${each} = ${pupils}`,
        `${pupils} + ${teachers} = ${all}`,
        ...(over > 0 ? [`${all} ÷ ${seats} = ${full} 余 ${over}`, `${full} + 1 = ${buses}`] : [`${all} ÷ ${seats} = ${full}`]),
      ],
      total: buses,
    }
  },
  算力账单: ({ whole, pick }) => {
    const [cards, price, hours] = [pick([1, 2, 4, 8]), whole(2, 30), whole(5, 72)]
    const sum = cards * price * hours
    const less = whole(1, Math.min(sum - 1, 100))
    return {
      question: `${pick(people)}租了 ${cards} 张显卡，每张每小时 ${price} 元，用了 ${hours} 小时，代金券抵扣 ${less} 元，还要付多少元？`,
      steps: [
        `${cards} × ${price} = ${cards * price}`,
        `${cards * price} × ${hours} = ${sum}`,
        `${sum} - ${less} = ${sum - less}`,
      ],
      total: sum - less,
    }
  },
}

/** Builds the problems, the kinds in turn; none occurs twice. */
export function buildWordProblemFiles(): DemoFile[] {
  const next = createRandom(13)
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  const draw: Draw = { whole, pick: (from) => from[whole(0, from.length - 1)]! }
  const kinds = Object.entries(templates)
  const asked = new Set<string>()
  const lines: string[] = []
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  while (lines.length < all) {
    const [kind, make] = kinds[lines.length % kinds.length]!
    const { question, steps, total } = make(draw)
    if (asked.has(question)) continue
    asked.add(question)
    lines.push(JSON.stringify({ kind, question, answer: `${steps.join('，')}。\n#### ${total}` }))
  }
  return Object.entries(counts).map(([path, count]) => ({
    path,
    bytes: Buffer.from(`${lines.splice(0, count).join('\n')}\n`),
  }))
}
