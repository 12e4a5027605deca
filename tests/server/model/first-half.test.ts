import { checkHalf } from '#tests/server/model/half.ts'

checkHalf(0)
