import { isbot } from 'isbot';

export function isRobot(userAgent: string): boolean {
  return userAgent === '' || isbot(userAgent);
}
