import type { StoryTime } from '#server/demo/living/calendar.ts'

type Recharge = [at: StoryTime, yuan: number, channel: 'alipay' | 'wechat']

/** Somebody of the story. The nickname is the one by which other files of the story speak of them. */
export interface CastMember {
  nickname: string
  name: string
  phone: string
  joins: StoryTime
  /** Whose invitation code was used. */
  invited_by?: string
  /** Left out: never verified. */
  id_born?: string
  paper?:
    | { kind: 'university'; organisation: string; number: string; standing: 'student' | 'staff' }
    | { kind: 'company'; organisation: string; credit_code_head: string }
  recharges: readonly Recharge[]
}

let people = 0
/** One line of the cast: 1990 and 1 000 yuan unless told otherwise. */
const person = (nickname: string, name: string, joins: StoryTime, more: Partial<CastMember> = {}): CastMember => {
  people += 1
  return {
    nickname,
    name,
    phone: `139000000${String(people).padStart(2, '0')}`,
    joins,
    id_born: `19${85 + (people % 15)}${String(1 + (people % 12)).padStart(2, '0')}${String(1 + (people % 28)).padStart(2, '0')}`,
    recharges: [],
    ...more,
  }
}
const later = (joins: StoryTime, minutes: number): StoryTime => {
  const [, day, hour, minute] = /^(\d+) (\d+):(\d+)$/.exec(joins)!
  const at = Number(hour) * 60 + Number(minute) + minutes
  return `${Number(day)} ${Math.floor(at / 60)}:${at % 60}` as StoryTime
}
const paying = (
  joins: StoryTime,
  yuan: number,
  channel: 'alipay' | 'wechat' = 'alipay',
  ...more: Recharge[]
): Pick<CastMember, 'recharges'> => ({
  recharges: [[later(joins, 20), yuan, channel], ...more],
})
const at = (organisation: string, number: string, standing: 'student' | 'staff' = 'student'): Pick<CastMember, 'paper'> => ({
  paper: { kind: 'university', organisation, number, standing },
})

/** Forty people from several universities and two companies, in the order in which they came. */
export const cast: readonly CastMember[] = [
  person('苏晴', '苏晴', '1 9:20', {
    ...paying('1 9:20', 4000, 'wechat', ['4 9:30', 2500, 'alipay']),
    ...at('清河大学', '2021010233', 'staff'),
  }),
  person('何川', '何川', '1 10:40', paying('1 10:40', 2600)),
  person('云帆算法组', '韩博', '1 14:10', {
    ...paying('1 14:10', 12000, 'alipay', ['26 9:40', 6000, 'alipay']),
    paper: { kind: 'company', organisation: '北京云帆智能科技有限公司', credit_code_head: '91110108MA02YFKJ8' },
  }),
  person('程诺', '程诺', '2 9:35', paying('2 9:35', 2800, 'alipay', ['12 20:30', 1800, 'wechat'])),
  person('孟雪', '孟雪', '2 11:00', {
    ...paying('2 11:00', 2600, 'wechat', ['20 9:30', 600, 'wechat']),
    ...at('南湖理工大学', 'NH20210817', 'staff'),
  }),
  person('老魏调参中', '魏东', '2 20:15', paying('2 20:15', 2400, 'alipay', ['9 9:10', 2000, 'alipay'])),
  person('唐果', '唐果', '3 10:05', { ...paying('3 10:05', 900, 'wechat'), invited_by: '苏晴' }),
  person('罗阳', '罗阳', '3 15:30', paying('3 15:30', 700)),
  person('赵一鸣', '赵一鸣', '4 9:10', {
    ...paying('4 9:10', 7200, 'alipay', ['8 10:00', 4000, 'wechat']),
    ...at('清河大学', '2019110045', 'staff'),
    invited_by: '苏晴',
  }),
  person('吴桐', '吴桐', '4 13:45', paying('4 13:45', 800, 'alipay', ['18 15:20', 900, 'alipay'])),
  person('小邓跑实验', '邓超', '5 16:20', { ...paying('5 16:20', 400, 'wechat'), invited_by: '林晓' }),
  person('许诺', '许诺', '5 19:05', { ...paying('5 19:05', 800), ...at('西岭师范大学', 'XL2022314') }),
  person('方圆', '方圆', '6 10:30', paying('6 10:30', 500, 'wechat')),
  person('白露', '白露', '6 14:50', { ...paying('6 14:50', 600), invited_by: '林晓' }),
  person('高远', '高远', '7 9:25', paying('7 9:25', 900)),
  person('秦岚', '秦岚', '7 11:40', { ...paying('7 11:40', 600, 'wechat'), ...at('东屿大学', 'DY20230561') }),
  person('江宁', '江宁', '8 10:15', paying('8 10:15', 300)),
  person('远航数据', '陆航', '8 15:00', {
    ...paying('8 15:00', 3000),
    paper: { kind: 'company', organisation: '上海远航数据技术有限公司', credit_code_head: '91310115MA1K4YHH6' },
  }),
  person('贺兰', '贺兰', '9 9:50', paying('9 9:50', 300, 'wechat')),
  person('叶知秋', '叶知秋', '9 20:40', { ...paying('9 20:40', 200), invited_by: '唐果' }),
  person('石磊', '石磊', '10 10:10', paying('10 10:10', 260)),
  person('杜若', '杜若', '10 14:25', { ...paying('10 14:25', 300, 'wechat'), ...at('南湖理工大学', 'NH20230102') }),
  person('沈括不睡', '沈括', '11 21:30', paying('11 21:30', 200)),
  person('顾南', '顾南', '12 9:40', { ...paying('12 9:40', 300), invited_by: '苏晴' }),
  person('薛定谔的卡', '薛明', '12 16:00', paying('12 16:00', 200, 'wechat')),
  person('钟灵', '钟灵', '13 10:20', { ...paying('13 10:20', 200), ...at('西岭师范大学', 'XL2021077', 'staff') }),
  person('武陵', '武陵', '14 11:15', paying('14 11:15', 150)),
  person('简单', '简丹', '15 9:30', paying('15 9:30', 200, 'wechat')),
  person('宋词', '宋词', '16 14:05', { ...paying('16 14:05', 150), invited_by: '小邓跑实验' }),
  person('尹航', '尹航', '17 10:50', paying('17 10:50', 200)),
  person('乔木', '乔木', '18 15:35', paying('18 15:35', 150, 'wechat')),
  person('温故', '温故', '19 9:15', { ...paying('19 9:15', 200), ...at('东屿大学', 'DY20220418') }),
  person('艾琳', '艾琳', '20 13:30', paying('20 13:30', 150)),
  person('龙井', '龙井', '21 10:00', paying('21 10:00', 100, 'wechat')),
  person('章鱼同学', '章瑜', '23 19:20', paying('23 19:20', 100)),
  person('裴然', '裴然', '25 9:45', paying('25 9:45', 150)),
  person('纪念', '纪念', '27 16:10', paying('27 16:10', 100, 'wechat')),
  person('随手注册', '陶然', '28 11:25', { id_born: undefined }),
  person('夜航船', '张岱', '29 22:05', { id_born: undefined }),
  person('新来的', '柳青', '31 8:50', { id_born: undefined }),
]

/** What the demo accounts add to what they begin with. */
export const demoRecharges: readonly (readonly [who: string, ...recharge: Recharge])[] = [
  ['林晓', '7 10:15', 800, 'alipay'],
  ['林晓', '20 20:40', 600, 'wechat'],
  ['林晓', '24 20:10', 1200, 'alipay'],
  ['陈砚', '30 13:40', 300, 'wechat'],
]
