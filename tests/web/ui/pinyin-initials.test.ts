import { describe, expect, it } from 'vitest'
import { toPinyinInitials } from '#src/ui/pinyin-initials.ts'

describe('The first letters of Chinese words', () => {
  it.each([
    ['容器实例', 'rqsl'],
    ['总览', 'zl'],
    ['收支明细', 'szmx'],
    ['我的订单', 'wddd'],
    ['SSH 密钥', 'sshmy'],
    ['充值', 'cz'],
    ['通知', 'tz'],
    ['安全', 'aq'],
    ['用户', 'yh'],
    ['区域与主机', 'qyyzj'],
    ['浅色 2', 'qs2'],
    ['配额', 'pe'],
    ['日志', 'rz'],
    ['镜像', 'jx'],
    ['发票', 'fp'],
  ])('of %s are %s', (text, initials) => expect(toPinyinInitials(text)).toBe(initials))
})
