/** spec/resources/people: public profiles (interface 2.8) and comments (2.9). */
import { z } from 'zod';
import { all, flag, freeForm, integer, isoMoment, resource, resourceOrigins, text } from './resource.ts';

/** Answer of `GET /profiles/user_address/{user_address}` (2.8). The contents of `users` are unspecified objects. */
export const PublicProfile = resource('2.8', '', {
  createdAt: isoMoment,
  proxyWallet: text,
  profileImage: text,
  displayUsernamePublic: flag,
  ...all(text, 'bio', 'pseudonym', 'name'),
  users: z.array(freeForm),
  xUsername: text,
  verifiedBadge: flag,
});
export type PublicProfile = z.infer<typeof PublicProfile>;

/** The position of the author: both values are strings. */
export const CommentPosition = resource('2.9', 'profile.positions.', { tokenId: text, positionSize: text });
export type CommentPosition = z.infer<typeof CommentPosition>;

/** The author of a comment. */
export const CommentProfile = resource('2.9', 'profile.', {
  ...all(text, 'name', 'pseudonym', 'bio', 'proxyWallet', 'baseAddress', 'profileImage'),
  ...all(flag, 'displayUsernamePublic', 'isMod', 'isCreator'),
  profileImageOptimized: freeForm,
  positions: z.array(CommentPosition),
});
export type CommentProfile = z.infer<typeof CommentProfile>;

/** Item of `GET /comments/{id}` (2.9); `replies` holds comments of the same shape. */
export type Comment = {
  id: string;
  body: string;
  parentEntityType: string;
  parentEntityID: number;
  parentCommentID: string;
  userAddress: string;
  replyAddress: string;
  createdAt: string;
  updatedAt: string;
  profile: CommentProfile;
  reactions: Record<string, unknown>[];
  reportCount: number;
  reactionCount: number;
  replyCount: number;
  replies: Comment[];
};

export const Comment: z.ZodType<Comment> = z.strictObject({
  ...all(text, 'id', 'body', 'parentEntityType'),
  parentEntityID: integer,
  ...all(text, 'parentCommentID', 'userAddress', 'replyAddress'),
  createdAt: isoMoment,
  updatedAt: isoMoment,
  profile: CommentProfile,
  reactions: z.array(freeForm),
  ...all(integer, 'reportCount', 'reactionCount', 'replyCount'),
  get replies(): z.ZodType<Comment[]> {
    return z.array(Comment);
  },
});
resourceOrigins.add(Comment, { section: '2.9', prefix: '' });
